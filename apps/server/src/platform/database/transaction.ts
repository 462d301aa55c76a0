import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { isCollision } from './errors.ts';

/** Runs at most, the first one included. */
const RUNS = 3;
/** Milliseconds before it is run again, at most and by chance; twice that the second time. */
const PAUSE = 20;

/**
 * Runs `work` in a transaction and commits it. It is run again only where PostgreSQL itself undid it (deadlock,
 * serialization failure), so `work` must do nothing outside of the transaction. Everything else that is thrown,
 * refusals too, rolls back and reaches the caller.
 *
 * @returns what `work` returned, after the commit.
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
      // The other one was just let go; at once, we might take the same lock from under it again.
      await pause(run * (5 + Math.random() * PAUSE));
    }
  }
};
