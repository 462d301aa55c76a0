/**
 * The release before this one beside this one, on one database: the last commit that lacks the newest migration runs on, after this one's
 * server has brought the schema up to date, and both do what people need.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holderOf } from '../features/accounts/testing/http.ts';
import { cookiesOf } from '../features/console/testing/console.ts';
import { bodyOf, facts, newEvent } from '../features/usage/testing/batches.ts';
import { call, refresh, signIn, signUp, trySignIn } from './testing/people.ts';
import { connectionUrl } from '../platform/database/embedded/testing/connection-url.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../platform/database/embedded/supervisor.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const MIGRATIONS = 'apps/server/src/platform/database/migrations';
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * The commit that ROLLCALL_RELEASE_BEFORE names, else the newest one that lacks a migration and has the others as they are now: one that
 * was edited or renamed before it was released is passed over. Name the last release (its tag or commit) where several migrations came since: what
 * is replaced in production is that one.
 * @throws Error where the history does not reach back to it
 */
const commitBefore = (): string => {
  const named = process.env.ROLLCALL_RELEASE_BEFORE;
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`);
  for (const migration of readdirSync(join(root, MIGRATIONS)).toSorted().toReversed()) {
    const brought = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${MIGRATIONS}/${migration}`);
    if (brought === '') continue;
    let before: string;
    try {
      before = git('rev-parse', '--verify', '--quiet', `${brought}^`);
    } catch {
      const shallow = git('rev-parse', '--is-shallow-repository') === 'true';
      throw new Error(
        `The history ends at ${brought}, which brought ${migration}${shallow ? ': this clone is shallow, run git fetch --unshallow' : ''}.`,
      );
    }
    if (
      git('diff', '--no-renames', '--name-only', '--diff-filter=MD', before, 'HEAD', '--', MIGRATIONS) === ''
    )
      return before;
  }
  throw new Error('No migration is committed: there is no release before it yet.');
};

/** The sources of a commit, with this installation's dependencies but its own packages. */
const checkOut = (commit: string, folder: string): void => {
  git('worktree', 'add', '--detach', '--force', folder, commit);
  const link = (from: string, to: string) => {
    if (existsSync(from)) symlinkSync(from, to);
  };
  mkdirSync(join(folder, 'node_modules/@rollcall'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@rollcall') link(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const part of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, part))) {
      link(join(folder, part, name), join(folder, 'node_modules/@rollcall', name));
      link(join(root, part, name, 'node_modules'), join(folder, part, name, 'node_modules'));
    }
};

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  /** Lines of errors and warnings. */
  readonly lines: string[];
  /** What the link for the first admin ends with. */
  readonly adminToken: string;
}

let folder: string;
let worktree: string;
let database: EmbeddedDatabase;
const servers: Server[] = [];

const start = async (sources: string, name: string, more: Record<string, string> = {}): Promise<Server> => {
  const main = join(sources, 'apps/server/src/app/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions', '@rollcall/source', main], {
    cwd: sources,
    env: {
      PATH: process.env.PATH ?? '',
      ROLLCALL_ENV: 'dev',
      ROLLCALL_MINORS: 'off',
      ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
      ROLLCALL_DATA: join(folder, name),
      ROLLCALL_DATABASE_URL: connectionUrl(database.connection),
      ROLLCALL_LOG_LEVEL: 'warn',
      ROLLCALL_PORT: '0',
      ROLLCALL_WEB: join(root, 'apps/web/dist'),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
  let out = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const [, ready] = /Rollcall is ready at (http:\S+:\d+)/.exec(out) ?? [];
      if (ready !== undefined) resolve(ready);
    });
    child.once('exit', code => reject(new Error(`${name} ended with ${code}: ${out}${lines.join('\n')}`)));
  });
  const server = { url, child, lines, adminToken: /#(\S+)/.exec(out)?.[1] ?? '' };
  servers.push(server);
  return server;
};

beforeAll(async () => {
  const commit = commitBefore();
  folder = mkdtempSync(join(tmpdir(), 'rollcall-release-'));
  worktree = join(folder, 'before');
  checkOut(commit, worktree);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  database = await startEmbeddedDatabase({ folder: join(folder, 'postgres'), log });
});
afterAll(async () => {
  for (const { child } of servers) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await database?.stop();
  if (worktree && existsSync(worktree)) git('worktree', 'remove', '--force', worktree);
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** What people do, begun at one server and gone on with at the other. */
const walk = async (one: Server, other: Server): Promise<void> => {
  const phone = await signUp(one);
  const tokens = await refresh(other, await signIn(other, phone));
  await call(one, 'PATCH', 'info', { description: 'of one' }, tokens.access.token);
  expect(await call(other, 'GET', 'profile', undefined, tokens.access.token)).toMatchObject({
    description: 'of one',
  });
  const next = await refresh(one, tokens);
  await call(other, 'GET', 'devices', undefined, next.access.token);
  const at = Date.now();
  const body = bodyOf({ events: [newEvent({ t: at, c: at })], facts: [facts({})] });
  const reported = await fetch(`${one.url}/usage/v1/events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
  expect(reported.status, await reported.text()).toBe(200);
  await call(one, 'DELETE', 'tokens', undefined, next.access.token);
};

/** @returns the answer, with the cookies of the operator's session */
const inConsole = async (server: Server, path: string, body: unknown, cookie = '') => {
  const answer = await fetch(`${server.url}/console/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    body: JSON.stringify(body),
  });
  expect(answer.status, `${path}: ${await answer.text()}`).toBe(200);
  return cookiesOf(answer);
};

/** What operators do at a console is what people meet at accounts. */
const operate = async (console: Server, accounts: Server, cookie: string): Promise<void> => {
  const phone = await signUp(accounts);
  const id = holderOf((await signIn(accounts, phone)).access.token);
  await inConsole(console, 'person/block', { id, reason: 'a test' }, cookie);
  expect(await trySignIn(accounts, phone)).toBe(403);
  await inConsole(console, 'person/unblock', { id }, cookie);
  expect(await trySignIn(accounts, phone)).toBe(200);
};

test('the release before this one serves people on the new schema, beside this one', async () => {
  const before = await start(worktree, 'before');
  await walk(before, before);
  const operator = { token: before.adminToken, name: 'First.Admin', password: 'a long passphrase' };
  const cookie = await inConsole(before, 'first-run', operator);
  // Accounts first, the console last: operators still work at the release before.
  const accounts = await start(root, 'accounts', { ROLLCALL_ROLES: 'accounts' });
  await walk(before, accounts);
  await operate(before, accounts, cookie);
  const now = await start(root, 'now');
  await walk(before, now);
  await walk(now, before);
  await operate(now, accounts, cookie);
  const failed = servers.flatMap(({ lines }) => lines).filter(line => /"level":"error"/.test(line));
  expect(failed).toEqual([]);
});
