/** Locks between the servers of an installation, in PostgreSQL; a lock belongs to a connection, so it ends with its owner. */
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

const lock =
  (db: Kysely<Database>, key: number, mode: '' | '_shared'): Within =>
  async work => {
    await sql`select ${sql.raw(`pg_advisory_lock${mode}`)}(${key})`.execute(db);
    try {
      return await work();
    } finally {
      await sql`select ${sql.raw(`pg_advisory_unlock${mode}`)}(${key})`.execute(db);
    }
  };

/** A connection whose statements may wait for a lock as long as it takes. */
const patient = <T>(db: Kysely<Database>, work: (connection: Kysely<Database>) => Promise<T>): Promise<T> =>
  db.connection().execute(async connection => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });

export const databaseLocks = (db: Kysely<Database>): StoreLocks => ({
  maintenance: work =>
    patient(db, connection => lock(connection, MAINTENANCE, '')(() => work(lock(connection, ARCHIVE, '')))),
  loadingOld: work => patient(db, connection => lock(connection, ARCHIVE, '_shared')(work)),
});
