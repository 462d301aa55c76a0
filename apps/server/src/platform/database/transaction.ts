import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { isCollision, isStalePlan, isUndone } from './errors.ts';

/** Maximum number of runs. */
const RUNS = 3;
/** Upper bound of the random delay before the second run in ms; doubled before the third. */
const PAUSE = 20;

/**
 * Runs `work` again after a deadlock, a serialization failure or a change of a table by a migration, so it must have no effects outside of the transaction that the
 * failure rolled back. Any other error, including refusals, is rethrown.
 */
export const repeatCollisions = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      if (run >= RUNS || !(isCollision(error) || isStalePlan(error))) throw error;
      // A random delay, so that the two transactions do not collide again.
      await pause(run * (5 + Math.random() * PAUSE));
    }
  }
};

/**
 * Runs `work` in a transaction and commits it, as often as `repeatCollisions` says, and once more where its connection was lost before
 * the commit was sent: after that nobody knows whether it was committed, so it is never repeated. Any error rolls back.
 *
 * @returns the result of `work`, after the commit
 */
export const transaction = <T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  repeatCollisions(async () => {
    let done = false;
    const run = () =>
      db.transaction().execute(async trx => {
        const result = await work(trx);
        done = true;
        return result;
      });
    try {
      return await run();
    } catch (error) {
      if (done || !isUndone(error)) throw error;
      return run();
    }
  });
