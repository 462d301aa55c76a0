import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { homeIn, readPassword } from './initialise.ts';
import type { Log } from './log.ts';
import { clusterNameOf, processesOf } from './orphans.ts';
import type { Connection } from './postmaster.ts';
import { runningProcesses, startOf } from '../../process-identity.ts';

/** Test helpers of the supervisor's tests. */

export const isRoot = process.getuid?.() === 0;

/** A log that collects its lines. */
export function memoryLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}

/** A temporary folder, removed after the test. Mode 0700 unless given. */
export async function temporaryFolder(mode = 0o700): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-test-'));
  await chmod(folder, mode);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A folder to use as PATH without setpriv, so that the watchdog is used. */
export async function pathWithoutSetpriv(): Promise<string> {
  const folder = await temporaryFolder(0o755);
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const name of ['sh', 'true']) await symlink(`/bin/${name}`, join(bin, name));
  return bin;
}

export async function ask<T extends pg.QueryResultRow>(connection: Connection, sql: string): Promise<T[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The cluster's running processes. */
export async function postgresOf(folder: string) {
  const home = homeIn(folder);
  return processesOf(await clusterNameOf(home.data, await readPassword(home)), undefined);
}

/** Polls until the condition holds; the test's timeout ends it otherwise. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await wait(10);
}

/** A separate node process that runs a database. */
export interface Holder {
  child: ChildProcess;
  /** The lines it prints: 'starting', then 'ready {connection}' or 'refused message'. */
  line(starts: string): Promise<string>;
  /** kill -9, and gone when this resolves. */
  kill(): Promise<void>;
}

const SOURCE = `
const { startEmbeddedDatabase } = await import(process.env.SUPERVISOR);
const log = { info() {}, warn() {}, error() {} };
console.log('starting');
try {
  const database = await startEmbeddedDatabase({ folder: process.env.FOLDER, log });
  console.log('ready ' + JSON.stringify(database.connection));
  database.ended.then(exit => console.log('ended ' + JSON.stringify(exit)));
  process.stdin.on('data', () => database.stop().then(() => process.exit(0)));
} catch (error) {
  console.log('refused ' + error.message.replaceAll('\\n', ' '));
}
`;

/** Starts one; killed when the test ends. */
export function hold(folder: string, options: { path?: string; uid?: number; gid?: number } = {}): Holder {
  const { path, ...user } = options;
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', SOURCE], {
    ...user,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: path ?? process.env.PATH,
      SUPERVISOR: new URL('./supervisor.ts', import.meta.url).href,
      FOLDER: folder,
    },
  });
  const seen: string[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout }).on('line', line => {
    seen.push(line);
    for (const wake of waiting.splice(0)) wake();
  });
  const gone = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  return {
    child,
    kill,
    async line(starts) {
      for (;;) {
        const found = seen.find(line => line.startsWith(starts));
        if (found !== undefined) return found.slice(starts.length).trim();
        const refused = seen.find(line => line.startsWith('refused'));
        if (refused) throw new Error(refused);
        await new Promise<void>(resolve => waiting.push(resolve));
      }
    },
  };
}

/** The connection that a holder says it has. */
export async function connectionOf(holder: Holder): Promise<Connection> {
  return JSON.parse(await holder.line('ready ')) as Connection;
}

/** An idle process of the given user and its zombie child. */
export async function sleeperAndZombie(user: { uid?: number; gid?: number }) {
  // A shell would reap its child, so the child lives until the shell has exec'd sleep, which does not reap.
  const sleeper = spawn('sh', ['-c', '(read line) <&3 & echo $!; exec sleep 60'], {
    ...user,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  onTestFinished(() => void sleeper.kill('SIGKILL'));
  const pid = sleeper.pid ?? 0;
  const [line] = (await once(createInterface({ input: sleeper.stdout! }), 'line')) as [string];
  const zombie = Number(line);
  await until(() => runningProcesses().some(seen => seen.pid === pid && seen.command === 'sleep 60'));
  sleeper.stdio[3]?.destroy();
  await until(() => startOf(zombie) === undefined);
  return { sleeper: pid, zombie };
}
