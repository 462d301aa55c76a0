/**
 * `npm start -- move OLD.env`, in the published package `rollcall-server move OLD.env`: moves a school from the embedded event log and store, and
 * from the embedded PostgreSQL if it has that, to NATS, ClickHouse and PostgreSQL by URL (docs/cluster.md). Every server is stopped
 * meanwhile. A run that ended suddenly is repeated. Exit codes: 0 moved, 1 not, with the reason; 2 wrong use.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { hasOutsideEngines } from '../../features/usage/settings.ts';
import { createLog } from '../../platform/log.ts';
import { type Config, readConfig } from '../config.ts';
import { readMark } from '../moved-mark.ts';
import { placeOf } from './place.ts';
import { APPLICATION } from './rows.ts';
import { check, ensureOldFiles, move, open, type Run } from './school.ts';

const usage = (program: string): string => `Usage: ${program} [--check] OLD.env

Moves a school to NATS, ClickHouse and PostgreSQL by URL. Run it with the environment of the new servers; OLD.env is the file
of variables of the old one. Every server is stopped. A run that was interrupted is repeated.

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

/**
 * @param write prints a text
 * @param program how the command is called, for its usage
 * @returns the exit code
 */
export const moveCommand = async (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void,
  program = 'npm start -- move',
  { now = Date.now, reached = () => {} }: Partial<Pick<Run, 'now' | 'reached'>> = {},
): Promise<number> => {
  const checks = args[0] === '--check';
  const [path, ...more] = checks ? args.slice(1) : args;
  if (path === undefined || path.startsWith('-') || more.length > 0) {
    write(usage(program));
    return 2;
  }
  let left: string | undefined;
  try {
    const next = readConfig({ ...env });
    const old = readConfig(parseEnv(await readFile(path, 'utf8')));
    const wrong = problems(old, next);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    const log = createLog({ ...next, logLevel: 'warn' });
    const application = `${APPLICATION} ${randomUUID()}`;
    const run: Run = { log, write, now, reached, application, place: placeOf(next) };
    ensureOldFiles(old);
    left = await readMark(old.data);
    if (checks && left === undefined) {
      await check(old, next, run);
      return 0;
    }
    if (left !== undefined) {
      if (!checks) await open(old, next, run);
      write(`This was moved: ${left}.\n`);
      return 0;
    }
    const begun = performance.now();
    await move(old, next, run);
    left = await readMark(old.data);
    await reached('marked');
    await open(old, next, run);
    write(
      `Everything is moved and the same, after ${Math.ceil((performance.now() - begun) / 1000)} s. Start the new servers; ${old.data} is not started again.\n`,
    );
    return 0;
  } catch (error) {
    const { message } = error as Error;
    write(
      left === undefined
        ? `Not moved: ${message}\nRun the command again once that is fixed, or start the old server again.\n`
        : `Everything is moved and the same, but no server can be started yet: ${message}\nRun the command again once that is fixed.\n`,
    );
    return 1;
  }
};
