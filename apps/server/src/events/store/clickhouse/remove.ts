/**
 * Removes rows by mutations, which are waited for and proved by counting. A mutation writes the parts anew that have such rows; a lightweight
 * one marks the rows as deleted, and computes the sums of their parts' projections without them.
 */
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import type { ClickHouse } from './client.ts';
import { alter, deleteFrom, killMutations, type Layout, mutations, rowsOf } from './ddl.ts';
import { literal } from './literal.ts';
import type { StoreLocks } from './locks.ts';
import { lackOfRoom, NoRoom } from './room.ts';

/** Where rows are removed. */
export interface Place {
  readonly store: ClickHouse;
  readonly layout: Layout;
  /** Resolves after so many milliseconds. @default by the system's clock */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** What maintenance goes with: it runs under a lock of the installation. */
export interface MaintenanceContext extends Place {
  readonly locks: Pick<StoreLocks, 'maintenance'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Times that rows are removed while a load brings more of them. */
const TIMES = 5;
/** Milliseconds between two looks whether a mutation is done. */
export const LOOK = 500;
/** Looks, one after another, that find no room for a mutation, after which it is given up: room that another statement reserved may be free again. */
const NO_ROOM = 3;

/** How many rows there are of each name; of none, of all together. */
export type Counts = Map<string, number>;

const countsOf = async (store: ClickHouse, table: string, where: string, by: string): Promise<Counts> => {
  // A condition would take the name of a column for that of an answer.
  const rows = await store.lookUp<{ counted_by: string; counted: number }>(
    `SELECT ${by} AS counted_by, count() AS counted FROM ${table} WHERE ${where} GROUP BY counted_by HAVING counted > 0`,
  );
  return new Map(rows.map(({ counted_by, counted }) => [counted_by, counted]));
};

/**
 * Runs a deletion to its end, however long it takes. Who waits for its answer alone would not learn of a network that is cut.
 * @returns false if it was not answered, and may not have begun
 * @throws StoreUnavailable where the server does not answer; it may go on
 * @throws NoRoom where the disk has no room for it; it is withdrawn
 */
const deleteRows = async (place: Place, table: string, statement: string): Promise<boolean> => {
  const { store, layout } = place;
  try {
    await store.runBriefly(statement, { mutations_sync: '2', lightweight_deletes_sync: '2' });
    return true;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    await mutationsDone(place, table).catch(async (reason: unknown) => {
      if (reason instanceof NoRoom)
        for (const command of ['DELETE WHERE', '_row_exists = 0'])
          await store.run(killMutations(table, command, layout)).catch(() => undefined);
      throw reason;
    });
    return false;
  }
};

/**
 * Waits until a table has no unfinished mutation.
 * @param ensureGoesOn is called ahead of each pause, and rejects where nobody waits any longer
 * @throws Error with why one fails
 * @throws NoRoom where none goes on for want of disk
 */
export const mutationsDone = async (
  place: Place,
  table: string,
  ensureGoesOn: () => Promise<void> = async () => {},
): Promise<void> => {
  const { store, layout, pause = setTimeout } = place;
  for (let without = 0; ; ) {
    const [left] = await store.lookUp<{ reason: string }>(
      `SELECT max(latest_fail_reason) AS reason FROM ${mutations(layout)}
       WHERE database = ${literal(layout.database)} AND table = ${literal(rowsOf(table, layout))} AND NOT is_done
       HAVING count() > 0`,
    );
    if (!left) return;
    if (left.reason !== '') throw new Error(`Rows of ${table} can't be removed: ${left.reason}`);
    const lack = await lackOfRoom(place, table);
    without = lack ? without + 1 : 0;
    if (lack && without === NO_ROOM) throw lack;
    await ensureGoesOn();
    await pause(LOOK);
  }
};

export interface Removal {
  readonly where: string;
  /** An expression by whose value the rows are counted. */
  readonly by: string;
  /** The rows stay on the disk, and no statement sees them, until `clearDeleted`. */
  readonly lightweight?: boolean;
}

/** Deletes rows. @param before is called ahead of each mutation. @returns how many, by the value of an expression. @throws where some are left */
export const removeBy = async (
  place: Place,
  table: string,
  { where, by, lightweight }: Removal,
  before: () => Promise<unknown> = async () => {},
): Promise<Counts> => {
  const statement = lightweight
    ? `${deleteFrom(table, place.layout)} WHERE ${where}`
    : `${alter(table, place.layout)} DELETE WHERE ${where}`;
  const count = () => countsOf(place.store, table, where, by);
  const removed = new Map<string, number>();
  let left = await count();
  for (let time = 0; left.size > 0; time += 1) {
    if (time > TIMES) throw new Error(`Rows of ${table} are left after ${TIMES} mutations.`);
    await before();
    const answered = await deleteRows(place, table, statement);
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
