import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Runs `work` under the advisory lock `key`, unless another server holds it. The lock belongs to a connection, so it is
 * released if the server is killed.
 * @returns whether `work` ran
 */
export const withAdvisoryLock = (
  db: Kysely<Database>,
  key: number,
  work: () => Promise<void>,
): Promise<boolean> =>
  db.connection().execute(async connection => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(
      connection,
    );
    if (!rows[0]?.got) return false;
    try {
      await work();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
