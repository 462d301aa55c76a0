/** Locks between the servers of an installation, in PostgreSQL; a lock belongs to a connection, so it ends with its owner. */
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';

/** Runs work while a lock is held. */
type Within = <T>(work: () => Promise<T>) => Promise<T>;

export interface StoreLocks {
  /**
   * One at a time: migrations, erasures, expiry.
   * @param work gets a lock of its own, which no load of old events holds meanwhile
   */
  maintenance<T>(work: (archiving: Within) => Promise<T>): Promise<T>;
  /** Many at a time, but none while sums are archived: loads of old events. */
  readonly loadingOld: Within;
}

/** Keys of the advisory locks. */
const MAINTENANCE = 7_201_643_001;
const ARCHIVE = 7_201_643_002;

/** Milliseconds between two attempts: a statement that waits for a lock would be ended by its timeout. */
const AGAIN = 200;

const lock =
  (db: Kysely<Database>, key: number, mode: '' | '_shared'): Within =>
  async work => {
    for (;;) {
      const { rows } = await sql<{ got: boolean }>`
        select ${sql.raw(`pg_try_advisory_lock${mode}`)}(${key}) as got`.execute(db);
      if (rows[0]?.got) break;
      await setTimeout(AGAIN);
    }
    try {
      return await work();
    } finally {
      await sql`select ${sql.raw(`pg_advisory_unlock${mode}`)}(${key})`.execute(db);
    }
  };

export const databaseLocks = (db: Kysely<Database>): StoreLocks => ({
  maintenance: work =>
    db
      .connection()
      .execute(connection => lock(connection, MAINTENANCE, '')(() => work(lock(connection, ARCHIVE, '')))),
  loadingOld: work => db.connection().execute(connection => lock(connection, ARCHIVE, '_shared')(work)),
});
