/** Opens PostgreSQL, embedded or by URL, with the same driver and SQL. */
import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection } from './embedded/postmaster.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/supervisor.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { withTimeout } from '../timeout.ts';
import { connectionSettings, databaseTimes, openPool, type Times } from './pool.ts';
import { expectPrimary, serversOf, urlsOf } from './servers.ts';
import type { Database } from './schema.ts';

/** Connections of the embedded database for tools beside the server. */
const TOOLS = 10;

export interface DatabaseSettings {
  /**
   * URL of a PostgreSQL server, with commas between the hosts of a primary and its standbys; undefined:
   * embedded.
   * @default embedded
   */
  readonly databaseUrl: string | undefined;
  /** URL of a standby for reads that may be old; undefined: none. @default none */
  readonly databaseReplicaUrl?: string | undefined;
  /** Maximum number of connections. @default 10 */
  readonly databasePool: number;
  /** @default those of `pool.ts`; tests, whose results do not depend on speed, have longer ones */
  readonly databaseTimes?: Times;
  /** What PostgreSQL lists its connections as. @default 'rollcall' */
  readonly application?: string;
  /** Processes beside this one that use the embedded database. */
  readonly workers?: number;
  /** Absolute path of the embedded database's data folder. */
  readonly data: string;
}

/** A connection outside the pool; a statement without an answer fails after seconds, and `end` always succeeds. */
export interface OwnConnection {
  /** Statements of several callers run in order. */
  query(sql: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
  end(): Promise<void>;
  once(event: 'end', listener: () => void): unknown;
}

/** Opens a connection outside the pool, for what is held longer than a call takes. The caller ends it. */
export type Connect = () => Promise<OwnConnection>;

export interface OpenDatabase {
  /** How other processes of this machine reach the embedded database; absent with a database by URL. */
  readonly connection?: Connection;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly connect: Connect;
  /** Resolves if the database answers within two seconds and takes writes, else rejects. */
  check(): Promise<void>;
  /** Waits for running statements, closes all connections, stops the embedded database. Idempotent. */
  close(): Promise<void>;
  /** Resolves with the exit status if the embedded database ends without `close`; absent with a database by URL. */
  readonly ended?: Promise<unknown>;
}

/**
 * Opens the configured database; starts the embedded one first, unless `running` names the one of a running server.
 * @throws Error if it cannot be started or reached; nothing is left running
 */
export const openDatabase = async (
  config: DatabaseSettings,
  log: Logger,
  running?: Connection,
): Promise<OpenDatabase> => {
  const embedded =
    config.databaseUrl === undefined && !running
      ? await startEmbeddedDatabase({
          folder: config.data,
          log,
          connections: ((config.workers ?? 1) + 1) * config.databasePool + TOOLS,
        })
      : undefined;
  const connection = embedded?.connection ?? running;
  const place = {
    ...(connection ?? { connectionString: config.databaseUrl }),
    ...(config.application === undefined ? {} : { application_name: config.application }),
  };
  const times = config.databaseTimes ?? databaseTimes;
  const { connectionMs, answerMs, checkMs } = times;
  const urls = connection || config.databaseUrl === undefined ? [] : (urlsOf(config.databaseUrl) ?? []);
  const several = urls.length > 1 ? serversOf(urls, connectionMs) : undefined;
  const Client = several?.Client ?? pg.Client;
  const { pool, db } = openPool(place, {
    ...times,
    size: config.databasePool,
    log,
    ...(several ? { driver: several } : {}),
  });
  const connect: Connect = async () => {
    const open = async () => {
      const opened = new Client({ ...connectionSettings(place, times), query_timeout: answerMs });
      opened.on('error', error => log.warn({ err: error }, 'a database connection broke'));
      await opened.connect();
      return opened;
    };
    const client = await (several?.onOne(open) ?? open());
    const queries = createSerialQueue();
    return {
      query: sql => queries.run(() => client.query(sql)),
      end: () => client.end(),
      once: (event, listener) => client.once(event, listener),
    };
  };
  const close = closing({ db, pool }, embedded);
  let checking: Promise<void> | undefined;
  // One at a time: while nobody answers, checks would take the pool's connections.
  const check = (ms = checkMs) =>
    withTimeout(
      ms,
      () =>
        (checking ??= expectPrimary(pool, checkMs).finally(() => {
          checking = undefined;
        })),
    );
  try {
    // The first host may be one that does not answer.
    await check(checkMs + connectionMs);
  } catch (error) {
    await close();
    throw new Error(`The database does not answer: ${(error as Error).message}`, { cause: error });
  }
  return {
    db,
    pool,
    connect,
    check: () => check(),
    close,
    ...(embedded ? { ended: embedded.ended, connection: embedded.connection } : {}),
  };
};

const closing = (
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  embedded: EmbeddedDatabase | undefined,
): (() => Promise<void>) => {
  let closed: Promise<void> | undefined;
  const close = async () => {
    try {
      await db.destroy();
      // Kysely leaves the pool open if no statement went through it.
      if (!pool.ending) await pool.end();
    } finally {
      await embedded?.stop();
    }
  };
  return () => (closed ??= close());
};
