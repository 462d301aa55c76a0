/**
 * Removes rows by mutations, which are waited for and proved by counting. A mutation writes the parts anew that have such rows; a lightweight
 * one marks the rows as deleted, and computes the sums of their parts' projections without them.
 */
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import type { ClickHouse } from './client.ts';
import { deleteRows, killMutations, type Layout, markRows, type Mutation, mutations, rowsOf } from './ddl.ts';
import { literal } from './literal.ts';
import type { StoreLocks } from './locks.ts';
import { isWriting, whyStill } from './standstill.ts';

/** Where rows are removed. */
export interface Place {
  readonly store: ClickHouse;
  readonly layout: Layout;
  /** Resolves after so many milliseconds. @default by the system's clock */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Rejects where the lock was lost under which rows are removed. */
  readonly ensureHeld?: () => Promise<void>;
}

/** What maintenance goes with: it runs under a lock of the installation. */
export interface MaintenanceContext extends Place {
  readonly locks: Pick<StoreLocks, 'maintenance'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Maintenance that has the lock. */
export interface HeldContext extends MaintenanceContext {
  readonly ensureHeld: () => Promise<void>;
}

/** Times that rows are removed while a load brings more of them. */
const TIMES = 5;
/** Milliseconds between two looks whether a mutation is done: the first, and at most. */
const FIRST_LOOK = 20;
const LOOK = 500;
/** Milliseconds without any progress after which mutations are given up. Those that need room get some after 8 minutes, from the parts that others replaced. */
const STANDSTILL = 10 * 60_000;

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
 * Runs a mutation to its end, for as long as it goes on. The statement does not wait for it: who waits for an answer does not learn of a network
 * that is cut, and in a cluster the statement that withdraws it would wait behind.
 * @returns false if the statement was not answered, and may not have begun
 * @throws StoreUnavailable where the server does not answer; it may go on
 * @throws Error in words for the operator where it fails or does not go on. It is withdrawn then, with what the table has of its kind
 */
export const runMutation = async (place: Place, table: string, mutation: Mutation): Promise<boolean> => {
  const { store, layout, pause = setTimeout, ensureHeld = async () => {} } = place;
  let answered = true;
  try {
    await store.runBriefly(mutation.sql, { mutations_sync: '0', lightweight_deletes_sync: '0' });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    answered = false;
  }
  // Other servers learn of it a moment later.
  if (layout.cluster !== undefined) await pause(LOOK);
  try {
    await mutationsDone(place, table);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) {
      // Without the lock it might be another process's.
      await ensureHeld()
        .then(() => withdraw(place, table, mutation))
        .catch(() => undefined);
    }
    throw error;
  }
  return answered;
};

/** Ends what a table has of a kind of mutations, while the caller holds the lock: what was left would be tried for ever, and others wait behind it. */
export const withdraw = ({ store, layout }: Place, table: string, { command }: Mutation): Promise<void> =>
  store.runBriefly(killMutations(table, command, layout));

/** Waits until a table has no unfinished mutation. @throws Error in words for the operator where one fails, or none goes on */
export const mutationsDone = async (place: Place, table: string): Promise<void> => {
  const { store, layout, pause = setTimeout, ensureHeld = async () => {} } = place;
  let before = '';
  let still = 0;
  for (let ms = FIRST_LOOK; ; ms = Math.min(2 * ms, LOOK)) {
    const [left] = await store.lookUp<{ reason: string; state: string }>(
      `SELECT max(latest_fail_reason) AS reason, concat(toString(count()), ' ', toString(sum(parts_to_do))) AS state FROM ${mutations(layout)}
       WHERE database = ${literal(layout.database)} AND table = ${literal(rowsOf(table, layout))} AND NOT is_done
       HAVING count() > 0`,
    );
    if (!left) return;
    if (left.reason !== '') throw new Error(`Rows of ${table} can't be removed: ${left.reason}`);
    if (left.state !== before || (await isWriting(place, table))) still = 0;
    if (still >= STANDSTILL)
      throw new Error(
        `Mutations of ${table} have not gone on for ${STANDSTILL / 60_000} minutes. ${await whyStill(place, table)}`,
      );
    before = left.state;
    await ensureHeld();
    await pause(ms);
    still += ms;
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
  const mutation = (lightweight ? markRows : deleteRows)(table, where, place.layout);
  const count = () => countsOf(place.store, table, where, by);
  const removed = new Map<string, number>();
  let left = await count();
  for (let time = 0; left.size > 0; time += 1) {
    if (time > TIMES) throw new Error(`Rows of ${table} are left after ${TIMES} mutations.`);
    await before();
    const answered = await runMutation(place, table, mutation);
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
