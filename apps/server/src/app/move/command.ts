/**
 * `npm run move -- OLD.env`, in the published package `rollcall-server move OLD.env`: moves a school from the embedded event log and store, and
 * from the embedded PostgreSQL if it has that, to NATS, ClickHouse and PostgreSQL by URL (docs/cluster.md). Every server is stopped
 * meanwhile. A run that ended suddenly is repeated. Exit codes: 0 moved, 1 not, with the reason; 2 wrong use.
 */
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Logger } from 'pino';
import { hasOutsideEngines } from '../../features/usage/settings.ts';
import { openDatabase, type OpenDatabase } from '../../platform/database/connection.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createLog } from '../../platform/log.ts';
import { type Config, readConfig } from '../config.ts';
import { checkEngines, drain, moveEvents } from './events.ts';
import { readMark, writeMark } from '../moved-mark.ts';
import { hasPeople, moveFilesOnly, moveRows, othersOn } from './rows.ts';

const usage = (program: string): string => `Usage: ${program} [--check] OLD.env

Moves a school to NATS, ClickHouse and PostgreSQL by URL. Run it with the environment of the new servers; OLD.env is the file
of variables of the old one. Every server is stopped. A run that was interrupted is repeated, and goes on.

--check looks whether the new engines answer and are empty, and moves nothing; the old server may run.
`;

/** What speaks against the move, in words for the operator. */
const problems = (old: Config, next: Config): readonly string[] => [
  ...(old.usage.nats || old.usage.store.kind !== 'duckdb'
    ? [
        'The old configuration has an event log or an event store outside of the server: only embedded ones are moved.',
      ]
    : []),
  ...(hasOutsideEngines(next.usage)
    ? []
    : ['The new configuration needs ROLLCALL_EVENT_LOG=nats and ROLLCALL_EVENT_STORE=clickhouse.']),
  ...(next.databaseUrl === undefined ? ['The new configuration needs ROLLCALL_DATABASE_URL.'] : []),
  ...(next.pictures === 'database' ? [] : ['The new configuration needs ROLLCALL_PICTURES=database.']),
  ...(JSON.stringify(old.secret) === JSON.stringify(next.secret)
    ? []
    : [
        'The two configurations have different secrets: set the old ROLLCALL_SECRET, which outside production is in the file secret of the old data folder.',
      ]),
];

/** Where to, without passwords. */
const placesOf = (next: Config): string => {
  const { store, nats } = next.usage;
  const database = new URL((next.databaseUrl ?? '').replace(/,.*?(?=\/[^/]*$)/, ''));
  return `${database.host}${database.pathname}, ${store.kind === 'clickhouse' ? `${new URL(store.url).host}/${store.database}` : ''}, stream ${nats?.stream}`;
};

/** Opens a database for the time of some work. */
const on = async <T>(
  config: Config,
  log: Logger,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ ...config, databasePool: 4, workers: 1 }, log);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

const ensureAlone = async ({ pool }: OpenDatabase, which: string): Promise<void> => {
  const others = await othersOn(pool);
  if (others > 0)
    throw new Error(
      `${others} connections of Rollcall are open to the ${which} PostgreSQL: stop every server first.`,
    );
};

/** @returns whether the school is moved */
const move = async (
  old: Config,
  next: Config,
  {
    log,
    write,
    now,
  }: { readonly log: Logger; readonly write: (text: string) => void; readonly now: () => number },
): Promise<void> => {
  const same = old.databaseUrl === next.databaseUrl;
  await on(old, log, async source => {
    await ensureAlone(source, 'old');
    await migrate(source.pool, { log, now });
    const rest = async (target: OpenDatabase) => {
      const engines = { config: next, database: target, now, log };
      await checkEngines(engines);
      write('1 of 3: loads what waits in the old event log.\n');
      await drain({ db: source.db, connect: source.connect, now, log, config: old });
      write('2 of 3: moves events to ClickHouse, and compares them.\n');
      await moveEvents(old, engines, write);
      write(`3 of 3: moves ${same ? 'files' : 'rows'} to PostgreSQL, and compares them.\n`);
      const moved = same
        ? await moveFilesOnly(target.pool, old)
        : await moveRows(source.pool, target.pool, old);
      const named = [...moved].filter(([, rows]) => rows > 0);
      write(`  ${named.map(([table, rows]) => `${table} ${rows}`).join(', ')}\n`);
    };
    if (same) return rest(source);
    return on(next, log, async target => {
      await ensureAlone(target, 'new');
      await migrate(target.pool, { log, now });
      await rest(target);
    });
  });
  await writeMark(old.data, `${new Date(now()).toISOString()} to ${placesOf(next)}`);
};

const check = async (old: Config, next: Config, log: Logger, now: () => number): Promise<void> =>
  on(next, log, async database => {
    if (old.databaseUrl !== next.databaseUrl) {
      await migrate(database.pool, { log, now });
      if (await hasPeople(database.pool))
        throw new Error('The new PostgreSQL has people. Name an empty database in ROLLCALL_DATABASE_URL.');
    }
    await checkEngines({ config: next, database, now, log });
  });

/**
 * @param write prints a text
 * @param program how the command is called, for its usage
 * @returns the exit code
 */
export const moveCommand = async (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void,
  program = 'npm run move --',
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<number> => {
  const checks = args[0] === '--check';
  const [path, ...more] = checks ? args.slice(1) : args;
  if (path === undefined || path.startsWith('-') || more.length > 0) {
    write(usage(program));
    return 2;
  }
  try {
    const next = readConfig({ ...env });
    const old = readConfig(parseEnv(await readFile(path, 'utf8')));
    const wrong = problems(old, next);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    const log = createLog({ ...next, logLevel: 'warn' });
    const mark = await readMark(old.data);
    if (mark !== undefined) {
      write(`This was moved: ${mark}.\n`);
      return 0;
    }
    if (checks) {
      await check(old, next, log, now);
      write('The new engines answer and are empty. Nothing was moved.\n');
      return 0;
    }
    const begun = performance.now();
    await move(old, next, { log, write, now });
    write(
      `Everything is moved and the same, after ${Math.ceil((performance.now() - begun) / 1000)} s. Start the new servers; ${old.data} is not started again.\n`,
    );
    return 0;
  } catch (error) {
    write(
      `Not moved: ${(error as Error).message}\nRun the command again once that is mended, or start the old server again.\n`,
    );
    return 1;
  }
};
