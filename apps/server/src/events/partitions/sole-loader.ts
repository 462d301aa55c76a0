/**
 * One process at a time loads a shared log into an event store of its own: what a second one loaded, it would remove from the log before
 * the first has it. The lock is in PostgreSQL and belongs to a connection, so it ends with its owner.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** Key of the advisory lock. */
const SOLE_LOADER = 7_201_643_003;

/** @returns gives the lock up @throws Error in words for the operator where another process has it */
export const soleLoader = async (db: Kysely<Database>): Promise<() => Promise<void>> => {
  let end = () => {};
  const ended = new Promise<void>(resolve => (end = resolve));
  let held: Promise<void> = Promise.resolve();
  const got = await new Promise<boolean>((resolve, reject) => {
    held = db.connection().execute(async connection => {
      const { rows } = await sql<{
        got: boolean;
      }>`select pg_try_advisory_lock(${SOLE_LOADER}) as got`.execute(connection);
      resolve(rows[0]?.got === true);
      if (!rows[0]?.got) return;
      await ended;
      await sql`select pg_advisory_unlock(${SOLE_LOADER})`.execute(connection);
    });
    held.catch(reject);
  });
  if (!got)
    throw new Error(
      'Another process loads the stream of NATS into its own event store. With ROLLCALL_EVENT_LOG=nats and the embedded event store only ' +
        'one process may: end it first, or set ROLLCALL_EVENT_STORE=clickhouse.',
    );
  return async () => {
    end();
    // A connection that was lost has given it up.
    await held.catch(() => undefined);
  };
};
