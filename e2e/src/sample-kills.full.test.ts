/**
 * Kill -9 of the whole process tree while `npm run sample` makes or removes the invented school, and of the command itself: the next
 * run and removal need no manual step, nothing of the sample is left, and everything of the school's own is there. `npm run proofs -- kills` kills
 * at each part, `npm run test:all` at one.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LIMIT } from '../../tools/testing/limits.ts';
import { SAMPLE } from './console.ts';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { type RunningServer, startServer } from './server.ts';
import { newPerson, storedOf } from './usage-data.ts';

const root = join(import.meta.dirname, '../..');
const folder = dataFolder();
afterAll(folder.remove);

/** A run that waits for a table in its middle, or that has begun to write events. */
interface Moment {
  readonly run: 'make' | 'remove';
  readonly at: 'events' | 'accounts' | 'message_counts' | 'error_groups' | 'alert_rules';
}
const all: readonly Moment[] = [
  { run: 'make', at: 'events' },
  { run: 'make', at: 'accounts' },
  { run: 'make', at: 'message_counts' },
  { run: 'make', at: 'error_groups' },
  { run: 'make', at: 'alert_rules' },
  { run: 'remove', at: 'accounts' },
  { run: 'remove', at: 'message_counts' },
  { run: 'remove', at: 'alert_rules' },
];
const moments = process.env['ROLLCALL_KILLS'] === undefined ? all.slice(2, 3) : all;

const program = join(root, 'tools/sample.mjs');
const env = { ...process.env, ROLLCALL_DATA: folder.path };
/** `npm run sample` until its end. @throws where it ends with another status than 0 */
const sample = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
const SMALL = ['--days', '14', '--pupils', '60'];
/** Takes several transactions of the event store. */
const LARGE = ['--days', '60', '--pupils', '400'];

/** Removes the sample. @returns whether no other run was in its way */
const removes = (): boolean => spawnSync(process.execPath, [program, '--remove'], { env }).status === 0;

/** Bytes of the event store with what it has not merged yet. */
const storeBytes = (): number => {
  const store = join(folder.path, 'usage/store');
  const sizeOf = (name: string) => statSync(join(store, name), { throwIfNoEntry: false })?.size ?? 0;
  return readdirSync(store).reduce((sum, name) => sum + sizeOf(name), 0);
};

/** Keeps writers from a table until `release`, or until PostgreSQL ends. */
const hold = async (table: string) => {
  const { connect, close } = await embeddedDatabase(folder.path);
  const connection = await connect();
  await connection.query(`begin; lock table ${table} in share row exclusive mode`);
  return {
    /** Whether somebody waits for it. */
    waits: async () => {
      const { rows } = await connection.query(
        `select from pg_locks where relation = '${table}'::regclass and not granted`,
      );
      return rows.length > 0;
    },
    release: async () => {
      await connection.end();
      await close();
    },
  };
};

/** Runs the command, and ends what `kill` says once it is in the middle. */
const interrupted = async (
  { run, at }: Moment,
  kill: (running: ChildProcess) => Promise<unknown>,
): Promise<void> => {
  const before = storeBytes();
  const held = at === 'events' ? undefined : await hold(at);
  const args = run === 'remove' ? ['--remove'] : at === 'events' ? LARGE : SMALL;
  const running = spawn(process.execPath, [program, ...args], { env, stdio: 'ignore' });
  const ended = once(running, 'exit');
  const inTheMiddle = held?.waits ?? (async () => storeBytes() > before);
  await expect.poll(inTheMiddle, { interval: 5 }).toBe(true);
  await kill(running);
  await held?.release();
  const [status] = await ended;
  expect(status).not.toBe(0);
};

/** What starts, jobs and statistics write by themselves. */
const busy = [
  'job_leases',
  'operator_links',
  'audit_runs',
  'audit_checkpoints',
  'usage_partitions',
  'usage_people',
  'usage_people_changes',
  'sign_in_counts',
  'sign_in_client_counts',
  'last_sign_in',
];
/** Every row of every table, by table. */
const dump = async (): Promise<Record<string, unknown[]>> => {
  const { pool, close } = await embeddedDatabase(folder.path);
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables.filter(table => !busy.includes(table.name))) {
    const { rows } = await pool.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  await close();
  return found;
};

/** An event and an error of the school, under the names of the sample's product and release. */
const reportOwn = async (server: RunningServer, user: string): Promise<void> => {
  const t = Date.now();
  const id = `${t
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
  const meta = { device_type: 1, product_code: SAMPLE, is_dev: false, heatmap: false };
  const body = [{ i: id, t, c: t, n: 1, e: 'lesson.open', x: 0 }];
  await fetch(`${server.url}/usage/v1/events`, {
    method: 'POST',
    body: JSON.stringify({ alg: 0, type: 0, data: { meta, ext: [{ u: user }], body } }),
    headers: { 'content-type': 'text/plain' },
  });
  const parts = ['1', 'error', 'TypeError', 'x is not a function', 'openExercise@/static/a.js:1:2'];
  const error = parts.map(part => encodeURIComponent(part)).join('!');
  await fetch(`${server.url}/monitor/v1.gif?p=${SAMPLE}&v=1.3.0&u=%2Fexercise&d=0&e=${error}`);
  const loaded = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return (
      /^rollcall_usage_loaded_events_total 1$/m.test(text) &&
      /^rollcall_usage_loaded_reports_total 1$/m.test(text)
    );
  };
  await expect.poll(loaded).toBe(true);
};

test(
  `kills while sample data is made or removed (${moments.length} of the server, one of the command) leave nothing of it, and everything else`,
  async () => {
    let server = await startServer(folder.path);
    const person = await newPerson(server);
    await reportOwn(server, person.id);
    // The code that was sent is counted a little later.
    await expect.poll(async () => (await dump())['message_counts']).toHaveLength(1);
    const before = await dump();
    expect(before['error_groups']).toHaveLength(1);
    for (const moment of moments) {
      if (moment.run === 'remove') sample(...SMALL);
      await interrupted(moment, () => server.kill());
      server = await startServer(folder.path);
    }
    // The command alone: the server finishes what it began, and refuses the next run until then.
    await interrupted({ run: 'make', at: 'message_counts' }, async running => running.kill('SIGKILL'));
    await expect.poll(removes).toBe(true);
    expect(await dump()).toEqual(before);
    expect(sample('--remove')).toContain('Removed nothing');
    expect((await storedOf(server, person)).map(({ key }) => key)).toEqual(['lesson.open']);
    await server.stop();
  },
  LIMIT + moments.length * 60_000,
);
