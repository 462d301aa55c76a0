import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { isCollision } from './errors.ts';

/** Maximum number of runs. */
const RUNS = 3;
/** Upper bound of the random delay before the second run in ms; doubled before the third. */
const PAUSE = 20;

/**
 * Runs `work` in a transaction and commits it. `work` is run again after a deadlock or serialization failure, so it must have
 * no effects outside of the transaction. Any other error, including refusals, rolls back and is rethrown.
 *
 * @returns the result of `work`, after the commit
 */
export const transaction = async <T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> => {
  for (let run = 1; ; run += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (run >= RUNS || !isCollision(error)) throw error;
      // A random delay, so that the two transactions do not collide again.
      await pause(run * (5 + Math.random() * PAUSE));
    }
  }
};
