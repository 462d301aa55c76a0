/** The seam between the embedded database and a PostgreSQL of one's own: the same driver and the same SQL. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/supervisor.ts';
import { withTimeout } from '../timeout.ts';
import { withNamedStatements } from './prepared.ts';
import type { Database } from './schema.ts';

/** Milliseconds that one statement may take; then it is ended and the call refused as TooBusy. */
const STATEMENT_TIMEOUT = 10_000;
/** Milliseconds to wait for a free connection; then TooBusy. */
const CONNECTION_TIMEOUT = 5_000;
/** Milliseconds that `check` waits. */
const CHECK_TIMEOUT = 2_000;

export interface DatabaseSettings {
  /** PostgreSQL by URL; undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Connections at most. */
  readonly databasePool: number;
  /** Absolute path of the folder in which the embedded database keeps everything. */
  readonly data: string;
}

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Resolves when the database answers within two seconds, else rejects. */
  check(): Promise<void>;
  /** Waits for running statements, closes every connection, stops the embedded database. May be called again. */
  close(): Promise<void>;
  /** Resolves if the embedded database ends without `close`, with what is known; absent with a database by URL. */
  readonly ended?: Promise<unknown>;
}

const { getTypeParser, builtins } = pg.types;
/** int8 as a JavaScript number: every bigint of ours (seconds, counts) is far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === builtins.INT8 && format !== 'binary' ? Number : getTypeParser(type, format),
};

/**
 * Opens the database of the configuration: by URL, or the embedded one, which is started first.
 * @throws Error when the embedded database cannot start, or the other cannot be reached; nothing is left running.
 */
export const openDatabase = async (config: DatabaseSettings, log: Logger): Promise<OpenDatabase> => {
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedDatabase({ folder: config.data, log }) : undefined;
  const pool = new pg.Pool({
    ...(embedded ? embedded.connection : { connectionString: config.databaseUrl }),
    max: config.databasePool,
    types,
    application_name: 'rollcall',
    statement_timeout: STATEMENT_TIMEOUT,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    idle_in_transaction_session_timeout: 3 * STATEMENT_TIMEOUT,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // A connection that breaks is replaced at the next use, and whoever has it learns so by its next statement. Without
  // a listener it would end the process; the pool's own listens to those that nobody has, and tells us here.
  pool.on('connect', client => {
    client.on('error', error => log.warn({ err: error }, 'a database connection broke'));
  });
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
  const close = closing(db, embedded);
  const check = checking(pool);
  try {
    await check();
  } catch (error) {
    await close();
    throw new Error(`The database does not answer: ${(error as Error).message}`, { cause: error });
  }
  return { db, pool, check, close, ...(embedded ? { ended: embedded.ended } : {}) };
};

const closing = (db: Kysely<Database>, embedded: EmbeddedDatabase | undefined): (() => Promise<void>) => {
  let closed: Promise<void> | undefined;
  const close = async () => {
    try {
      await db.destroy();
    } finally {
      await embedded?.stop();
    }
  };
  return () => (closed ??= close());
};

const checking = (pool: pg.Pool) => async (): Promise<void> => {
  await withTimeout(CHECK_TIMEOUT, () => pool.query('select 1'));
};
