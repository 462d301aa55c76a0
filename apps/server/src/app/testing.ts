/** Test helpers: a database and a server per test, with a manual clock. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { LIMIT } from '../../../../tools/testing/limits.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase, type OpenDatabase } from '../platform/database/connection.ts';
import type { Hasher } from '../platform/hasher.ts';
import { quickHasher } from '../platform/testing/quick-hasher.ts';
import { migrate } from '../platform/database/migrate.ts';
import { TEMPLATE } from '../platform/database/testing.ts';
import { createLog } from '../platform/log.ts';
import { type RunningServer, startServer } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL, from database/testing.ts; absent where the run has none. */
    database?: string;
  }
}

/** A clock that the test moves; ms since 1970. */
export interface HeldClock {
  (): number;
  /** Moves it by `ms`, backwards too. */
  move(ms: number): void;
  set(ms: number): void;
}

export const heldClock = (start = Date.parse('2026-11-21T08:00:00Z')): HeldClock => {
  let at = start;
  return Object.assign(() => at, {
    move: (ms: number) => {
      at += ms;
    },
    set: (ms: number) => {
      at = ms;
    },
  });
};

/** No call of a server under test is refused because the machine is slow. */
const patient = {
  connectionMs: LIMIT,
  statementMs: LIMIT,
  lockMs: LIMIT,
  answerMs: LIMIT,
  checkMs: LIMIT,
};

/** A temporary folder and the function that removes it. */
const temporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
};

/** A configuration for tests: any free port, a given data folder. */
export const testConfig = (folder: string, env: Record<string, string> = {}): Config =>
  readConfig({
    ROLLCALL_ENV: 'test',
    ROLLCALL_PORT: '0',
    ROLLCALL_DATA: folder,
    ROLLCALL_LOG_LEVEL: 'info',
    ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
    ...env,
  });

/** Whether the run's server is in memory (tools/temporary.mjs). */
const inMemory = tmpdir().startsWith('/dev/shm/');

/**
 * Environment variables of a test's PostgreSQL: a new database on the run's server (platform/database/testing.ts), or on
 * the server that ROLLCALL_TEST_DATABASE_URL names. Without either an embedded database is started for the test.
 * @param migrated false: an empty database
 */
const testPlace = async (
  migrated = true,
): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> => {
  const named = process.env.ROLLCALL_TEST_DATABASE_URL;
  const server = named || inject('database');
  if (!server) return { env: {}, remove: async () => {} };
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}${migrated && !named ? ` template ${TEMPLATE} strategy file_copy` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    // The default of a database by URL is `database`; tests use the embedded default.
    env: { ROLLCALL_DATABASE_URL: url.href, ...(named ? {} : { ROLLCALL_PICTURES: 'folder' }) },
    // On a disk nothing of the run's server is dropped: it is removed as a whole, and a drop waits for a checkpoint.
    remove: async () => {
      if (named || inMemory) await run(`drop database if exists ${name} with (force)`);
    },
  };
};

export interface TestDatabase extends OpenDatabase {
  readonly config: Config;
  /** Empties every table except `migrations` and `audit_log`, which rejects it. */
  truncate(): Promise<void>;
}

/**
 * Opens a new database; `close` removes it.
 * @param options.migrated false leaves it empty
 * @param options.kept true: `close` ends the connections alone, since other processes go on with it; it goes with the run's server
 */
export const testDatabase = async (
  options: { env?: Record<string, string>; migrated?: boolean; kept?: boolean } = {},
): Promise<TestDatabase> => {
  const { folder, remove } = await temporaryFolder();
  const place = await testPlace(options.migrated);
  const config = testConfig(folder, { ...place.env, ...options.env });
  const log = createLog(config, { write: () => {} });
  const open = await openDatabase(config, log);
  if (options.migrated !== false) await migrate(open.pool, { log, now: Date.now });
  return {
    ...open,
    config,
    truncate: () => truncate(open),
    close: async () => {
      await open.close();
      if (!options.kept) await place.remove();
      await remove();
    },
  };
};

const truncate = async ({ db }: Pick<OpenDatabase, 'db'>): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename not in ('migrations', 'audit_log')`.execute(db);
  if (rows.length > 0) {
    await sql.raw(`truncate ${rows.map(row => row.name).join(', ')} restart identity cascade`).execute(db);
  }
};

export interface TestServer extends RunningServer {
  readonly now: HeldClock;
  /** Every line that was logged, as written. */
  readonly lines: readonly string[];
  /** Codes sent to a recipient, newest first. */
  codes(to: string): readonly string[];
  /** Sends an HTTP request with a JSON body. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed envelope; undefined where the body is not JSON. */
  readonly json: { data?: unknown; code?: string; msg?: string; request_id?: string } | undefined;
}

/**
 * Starts a server on a free port with a new database; `stop` removes everything.
 * @param options.beside another server, whose database it shares; stop that one last
 * @param options.hasher @default quickHasher
 */
export const testServer = async (
  options: {
    env?: Record<string, string>;
    now?: HeldClock;
    grace?: number;
    beside?: TestServer;
    hasher?: Hasher;
  } = {},
): Promise<TestServer> => {
  const { folder, remove } = await temporaryFolder();
  const shared = options.beside?.app.config.databaseUrl;
  const place =
    shared === undefined
      ? await testPlace()
      : { env: { ROLLCALL_DATABASE_URL: shared }, remove: async () => {} };
  const now = options.now ?? heldClock();
  const lines: string[] = [];
  const config = { ...testConfig(folder, { ...place.env, ...options.env }), databaseTimes: patient };
  const log = createLog(config, { write: line => void lines.push(line) });
  const running = await startServer(config, {
    now,
    log,
    hasher: options.hasher ?? quickHasher,
    ...(options.grace === undefined ? {} : { grace: options.grace }),
  });
  return {
    ...running,
    now,
    lines,
    codes: to => (running.development?.list(to) ?? []).map(message => message.code),
    ask: (method, path, body, headers) => ask(running.url, method, path, body, headers),
    stop: async () => {
      await running.stop();
      await place.remove();
      await remove();
    },
  };
};

const ask: (url: string, ...args: Parameters<TestServer['ask']>) => Promise<TestAnswer> = async (
  url,
  method,
  path,
  body,
  headers = {},
) => {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? (JSON.parse(text) as TestAnswer['json']) : undefined,
  };
};
