/** Removes rows by mutations, which are waited for and proved by counting. */
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import type { ClickHouse } from './client.ts';
import { alter, type Layout, mutations, rowsOf } from './ddl.ts';
import { literal } from './literal.ts';

/** Where rows are removed. */
export interface Place {
  readonly store: ClickHouse;
  readonly layout: Layout;
  /** Resolves after so many milliseconds. @default by the system's clock */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Times that rows are removed while a load brings more of them. */
const TIMES = 5;
/** Milliseconds between two looks whether a mutation is done. */
const LOOK = 1_000;

/** How many rows there are of each name; of none, of all together. */
export type Counts = Map<string, number>;

const countsOf = async (store: ClickHouse, table: string, where: string, by: string): Promise<Counts> => {
  const rows = await store.lookUp<{ name: string; n: number }>(
    `SELECT ${by} AS name, count() AS n FROM ${table} WHERE ${where} GROUP BY name HAVING n > 0`,
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
};

/**
 * Runs a mutation to its end, however long it takes. Who waits for its answer alone would not learn of a network that is cut.
 * @returns false if it was not answered, and may not have begun
 * @throws StoreUnavailable where the server does not answer; it may go on
 */
const mutate = async (place: Place, table: string, what: string): Promise<boolean> => {
  const { store, layout } = place;
  try {
    await store.runBriefly(`${alter(table, layout)} ${what}`, { mutations_sync: '2' });
    return true;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    await mutationsDone(place, table);
    return false;
  }
};

/** Waits until a table has no unfinished mutation. @throws Error with why one fails */
const mutationsDone = async ({ store, layout, pause = setTimeout }: Place, table: string): Promise<void> => {
  for (;;) {
    const [left] = await store.lookUp<{ reason: string }>(
      `SELECT max(latest_fail_reason) AS reason FROM ${mutations(layout)}
       WHERE database = ${literal(layout.database)} AND table = ${literal(rowsOf(table, layout))} AND NOT is_done
       HAVING count() > 0`,
    );
    if (!left) return;
    if (left.reason !== '') throw new Error(`Rows of ${table} can't be removed: ${left.reason}`);
    await pause(LOOK);
  }
};

/** Deletes the rows of a condition, from the disk too. @returns how many, by the value of an expression. @throws where some are left */
export const removeBy = async (
  place: Place,
  table: string,
  { where, by }: { readonly where: string; readonly by: string },
  before: () => Promise<unknown> = async () => {},
): Promise<Counts> => {
  const count = () => countsOf(place.store, table, where, by);
  const removed = new Map<string, number>();
  let left = await count();
  for (let time = 0; left.size > 0; time += 1) {
    if (time > TIMES) throw new Error(`Rows of ${table} are left after ${TIMES} mutations.`);
    await before();
    const answered = await mutate(place, table, `DELETE WHERE ${where}`);
    const still = await count();
    for (const [name, n] of left) {
      const gone = answered ? n : Math.max(0, n - (still.get(name) ?? 0));
      removed.set(name, (removed.get(name) ?? 0) + gone);
    }
    left = still;
  }
  return removed;
};

/** As `removeBy`. @returns how many in all */
export const remove = async (
  place: Place,
  table: string,
  where: string,
  before?: () => Promise<unknown>,
): Promise<number> => (await removeBy(place, table, { where, by: "''" }, before)).get('') ?? 0;
