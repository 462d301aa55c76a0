/** A pool of connections to one PostgreSQL, as the server uses it. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { forKysely } from './prepared.ts';
import type { Database } from './schema.ts';

const { getTypeParser, builtins } = pg.types;
/** Parses int8 as a number: our bigint values (seconds, counts) are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === builtins.INT8 && format !== 'binary' ? Number : getTypeParser(type, format),
};

/** A statement whose connection is given up where no answer comes in time: the network may have gone silent. */
export const limited = (ms: number, text: string, values: readonly unknown[] = []): pg.QueryConfig => {
  const statement = { text, values: [...values], query_timeout: ms };
  return statement;
};

/** Time limits in milliseconds; a call that reaches one is refused as TooBusy. */
export interface Times {
  /** For a free connection. */
  readonly connectionMs: number;
  /** For a statement, in the server. */
  readonly statementMs: number;
  /** For a lock, below a statement's: a row that hangs must not take every connection for as long. */
  readonly lockMs: number;
  /** For its answer, longer than the server's own: without it a call to a server that is gone would wait for minutes. */
  readonly answerMs: number;
  /** For the answer to a question whether the database is there. */
  readonly checkMs: number;
}

export const databaseTimes: Times = {
  connectionMs: 5_000,
  statementMs: 10_000,
  lockMs: 5_000,
  answerMs: 12_000,
  checkMs: 2_000,
};

/** What each connection to `place` is opened with. */
export const connectionSettings = (place: pg.ClientConfig, { connectionMs, statementMs, lockMs }: Times) => ({
  ...place,
  types,
  application_name: place.application_name ?? 'rollcall',
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  connectionTimeoutMillis: connectionMs,
  idle_in_transaction_session_timeout: 3 * statementMs,
  keepAlive: true,
});

export interface PoolOptions extends Times {
  /** Maximum number of connections. */
  readonly size: number;
  readonly log: Pick<Logger, 'warn'>;
  readonly driver?: { readonly Pool: typeof pg.Pool; readonly Client: typeof pg.Client };
}

/** Opens a pool, which connects at its first use. */
export const openPool = (
  place: pg.ClientConfig,
  { size, log, driver = pg, ...times }: PoolOptions,
): { readonly pool: pg.Pool; readonly db: Kysely<Database> } => {
  const { Pool, Client } = driver;
  const pool = new Pool({
    ...connectionSettings(place, times),
    Client,
    max: size,
    idleTimeoutMillis: 60_000,
  });
  // The pool replaces broken connections, and a checked-out one fails at its next statement. Without listeners the error
  // event would end the process; the pool's own event covers idle connections.
  pool.on('connect', client => {
    client.on('error', error => {
      // The embedded database may end before the last of the pool's connections has.
      if (!pool.ending) log.warn({ err: error }, 'a database connection broke');
    });
  });
  pool.on('error', () => undefined);
  const dialect = new PostgresDialect({
    pool: forKysely(pool, { connections: size, answerMs: times.answerMs }),
  });
  return { pool, db: new Kysely<Database>({ dialect }) };
};
