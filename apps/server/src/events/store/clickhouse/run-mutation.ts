/** Runs mutations, which rewrite parts of a table, for as long as they go on; those that do not are withdrawn. */
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import type { ClickHouse } from './client.ts';
import { killMutations, type Layout, removals, unfinished } from './ddl.ts';
import type { StoreLocks, Within } from './locks.ts';
import { isWriting, whyStill } from './standstill.ts';

/** Where mutations run. */
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

/** Maintenance that has the lock. */
export interface HeldContext extends MaintenanceContext {
  /** Rejects where the lock was lost. */
  readonly ensureHeld: () => Promise<void>;
}

/** Runs work under the maintenance lock. @param work gets also a lock of its own, which no load of old events holds meanwhile */
export const maintain = <T>(
  context: MaintenanceContext,
  work: (held: HeldContext, archiving: Within) => Promise<T>,
): Promise<T> =>
  context.locks.maintenance((archiving, ensureHeld) => work({ ...context, ensureHeld }, archiving));

/** A mutation fails or does not go on. The message is for the operator. */
class MutationFailed extends Error {
  override readonly name = 'MutationFailed';
}

/** Milliseconds between two looks whether a mutation is done. */
const LOOK = 1_000;
/** Milliseconds without an unfinished part done, whatever ClickHouse is at: a merge that fails is tried again and again. */
const LONGEST = 6 * 3_600_000;
/** Milliseconds that a look and the pause after it take at most, and a clock that is put ahead does not make more. */
const LONGEST_LOOK = 2 * 60_000;
/** Milliseconds without any progress after which mutations are given up. Those that need room get some from parts that others replaced, which ClickHouse keeps for 8 to 13 minutes. */
const STANDSTILL = 20 * 60_000;

/**
 * Runs a mutation to its end, for as long as it goes on. Who waits for its answer alone would not learn of a network that is cut, nor of one that
 * ClickHouse does not begin.
 * @returns false if it was not answered, and may not have begun
 * @throws StoreUnavailable where the server does not answer; it may go on
 * @throws MutationFailed where it fails or does not go on, and what the server answers; one that fails is withdrawn
 */
export const runMutation = async (
  context: HeldContext,
  table: string,
  statement: string,
): Promise<boolean> => {
  try {
    await context.store.runBriefly(statement, { mutations_sync: '2', lightweight_deletes_sync: '2' });
    return true;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) {
      // It may have been refused, and others go on.
      const left = await leftOf(context, table).catch(() => undefined);
      if (left && left.reason !== '') await giveUp(context, table);
      throw error;
    }
    // Other servers learn of it a moment later.
    if (context.layout.cluster !== undefined) await pauseOf(context)(LOOK);
    await mutationsDone(context, table);
    return false;
  }
};

/**
 * Waits until a table has no unfinished mutation.
 * @throws MutationFailed where one fails, or none goes on. Those that remove rows are withdrawn then, an operator's
 * included: they would be tried for
 * ever, and others wait behind them
 */
export const mutationsDone = async (context: HeldContext, table: string): Promise<void> => {
  try {
    await untilDone(context, table);
  } catch (error) {
    if (error instanceof MutationFailed) await giveUp(context, table);
    throw error;
  }
};

/** Withdraws all, unless the lock was lost: they might be another process's. */
const giveUp = async (context: HeldContext, table: string): Promise<void> => {
  const isHeld = await context.ensureHeld().then(
    () => true,
    () => false,
  );
  for (const command of isHeld ? removals : [])
    await withdraw(context, table, command).catch(() => undefined);
};

/** Ends mutations of a table that remove rows, while the caller holds the lock. @param command one of `removals` */
export const withdraw = ({ store, layout }: HeldContext, table: string, command: string): Promise<void> =>
  store.runBriefly(killMutations(table, command, layout));

const pauseOf = ({ pause = setTimeout }: Place) => pause;

/** @returns why a mutation of a table fails, if one does, and how many are left with how many parts to do; undefined where all are done */
const leftOf = async ({ store, layout }: Place, table: string) => {
  const [left] = await store.lookUp<{ reason: string; state: string }>(
    `SELECT max(latest_fail_reason) AS reason, concat(toString(count()), ' ', toString(sum(parts_to_do))) AS state FROM ${unfinished(table, layout)} HAVING count() > 0`,
  );
  return left;
};

const untilDone = async (context: HeldContext, table: string): Promise<void> => {
  const { now, ensureHeld } = context;
  const waited = { still: 0, unchanged: 0 };
  let before = '';
  for (;;) {
    const at = now();
    const left = await leftOf(context, table);
    if (!left) return;
    if (left.reason !== '') throw new MutationFailed(`Rows of ${table} can't be removed: ${left.reason}`);
    if (left.state !== before) waited.unchanged = 0;
    if (waited.unchanged === 0 || (await isWriting(context, table))) waited.still = 0;
    if (waited.still >= STANDSTILL || waited.unchanged >= LONGEST)
      throw new MutationFailed(
        `Mutations of ${table} have not gone on for ${Math.floor(waited.unchanged / 60_000)} minutes. ${await whyStill(context, table)}`,
      );
    before = left.state;
    await ensureHeld();
    await pauseOf(context)(LOOK);
    const ms = Math.min(Math.max(now() - at, LOOK), LONGEST_LOOK);
    waited.still += ms;
    waited.unchanged += ms;
  }
};
