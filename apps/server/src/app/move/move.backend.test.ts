/** A school on the embedded engines, with traffic, moved to PostgreSQL, NATS and ClickHouse: everything that was acknowledged is there once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { FolderQuarantine } from '../../events/loader/folder-quarantine.ts';
import { type Nats, startNats } from '../../engines/cluster/log/testing/nats.ts';
import { ClickHouse } from '../../engines/cluster/store/client.ts';
import { type ClickHouseServer, startClickHouse } from '../../engines/cluster/store/testing/server.ts';
import { auditKeysOf } from '../../features/console/audit-keys.ts';
import { verifyAudit } from '../../features/console/audit-verify.ts';
import { quarantineFolder } from '../../features/usage/loading.ts';
import { bodyOf, facts, newEvent, newId } from '../../features/usage/testing/batches.ts';
import { folderPictures } from '../../pictures/folder-pictures.ts';
import { createLog } from '../../platform/log.ts';
import { startServer, type RunningServer } from '../start.ts';
import { testConfig, testDatabase } from '../testing.ts';
import { call, refresh, signIn, signUp } from '../testing/people.ts';
import { moveCommand } from './command.ts';
import type { Moment } from './school.ts';

const OPERATOR = { name: 'First.Admin', password: 'a long passphrase' };
const killed = fileURLToPath(new URL('testing/killed.ts', import.meta.url));
let nats: Nats;
let clickHouse: ClickHouseServer;
let folder: string;
let oldEnv: Record<string, string>;
let newEnv: Record<string, string>;
let oldFile: string;
const running: RunningServer[] = [];

const start = async (env: Record<string, string>): Promise<RunningServer> => {
  const config = testConfig(env['ROLLCALL_DATA'] ?? '', env);
  const server = await startServer(config, { log: createLog(config, { write: () => {} }) });
  running.push(server);
  return server;
};

beforeAll(async () => {
  [nats, clickHouse] = await Promise.all([startNats(), startClickHouse()]);
  folder = await mkdtemp(join(tmpdir(), 'rollcall-move-'));
  const database = await testDatabase({ migrated: false, kept: true });
  const { databaseUrl = '' } = database.config;
  await database.close();
  const common = {
    ROLLCALL_ENV: 'test',
    ROLLCALL_PORT: '0',
    ROLLCALL_MINORS: 'off',
    ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
    ROLLCALL_USAGE_ADDRESS_RATE: '0',
  };
  oldEnv = { ...common, ROLLCALL_DATA: join(folder, 'old') };
  newEnv = {
    ...common,
    ROLLCALL_DATA: join(folder, 'new'),
    ROLLCALL_DATABASE_URL: databaseUrl,
    ROLLCALL_EVENT_LOG: 'nats',
    ROLLCALL_NATS_URL: `nats://${nats.servers[0]}`,
    ROLLCALL_NATS_REPLICAS: '1',
    ROLLCALL_NATS_PARTITIONS: '4',
    ROLLCALL_NATS_BYTES: '64',
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_CLICKHOUSE_URL: clickHouse.url,
  };
  oldFile = join(folder, 'old.env');
  const lines = Object.entries(oldEnv).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(oldFile, `# of the old server\n${lines.join('')}`);
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await clickHouse?.remove();
  await nats?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Runs the command in this process. */
const move = async (...args: string[]): Promise<{ code: number; text: string }> => {
  let text = '';
  const code = await moveCommand(args, newEnv, part => {
    text += part;
  });
  return { code, text };
};

/** Runs a program in a process of its own. @returns how it ended, and what it printed */
const run = async (path: string, ...args: string[]) => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions', '@rollcall/source', path, ...args],
    { env: { PATH: process.env.PATH ?? '', ...newEnv }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code, signal] = (await ended) as [number | null, string | null];
  return { code, signal, text };
};

/** Runs the command in a process that kills itself then. */
const moveKilled = async (moment: Moment): Promise<void> => {
  expect(await run(killed, moment, oldFile)).toMatchObject({ signal: 'SIGKILL' });
};

/** A batch of a device, and the ids in it. */
const batch = (keys: readonly string[], device = newId(Date.now())) => {
  const at = Date.now();
  const events = keys.map(e => newEvent({ e, t: at, c: at, i: newId(at) }));
  return { body: bodyOf({ events, facts: [facts({ d: device })] }), ids: events.map(({ i }) => i) };
};
const report = async (server: RunningServer, body: string): Promise<void> => {
  const headers = { 'content-type': 'text/plain' };
  const answer = await fetch(`${server.url}/usage/v1/events`, { method: 'POST', body, headers });
  expect(answer.status, await answer.text()).toBe(200);
};
const inConsole = (server: RunningServer, path: string, body: unknown) =>
  fetch(`${server.url}/console/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(body),
  });
const download = async (server: RunningServer, id: string, token: string): Promise<Buffer> => {
  const answer = await fetch(`${server.url}/usage/v1/data/download?id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

test('a school with traffic is moved, also by a command that is killed and run again', async () => {
  const old = await start(oldEnv);
  const token = new URL(old.adminLink ?? 'none:').hash.slice(1);
  expect((await inConsole(old, 'first-run', { token, ...OPERATOR })).status).toBe(200);
  const phones = [await signUp(old), await signUp(old), await signUp(old)];
  const sessions = await Promise.all(phones.map(phone => signIn(old, phone)));
  const [first] = sessions;
  if (!first) throw new Error('nobody signed in');
  await call(old, 'PATCH', 'info', { description: '初二三班' }, first.access.token);
  const pictures = folderPictures(join(oldEnv['ROLLCALL_DATA'] ?? '', 'pictures'));
  const picture = await pictures.save(Buffer.from('a picture'));
  const quarantine = new FolderQuarantine(quarantineFolder(oldEnv['ROLLCALL_DATA'] ?? ''), Date.now);
  await quarantine.add([{ text: 'unreadable', reason: 'a test' }]);
  const asked = await fetch(`${old.url}/usage/v1/data/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.access.token}` },
  });
  const { id: job } = ((await asked.json()) as { data: { id: string } }).data;
  await until(async () => {
    const rows = await old.app.db.selectFrom('usage_jobs').select('state').where('id', '=', job).execute();
    expect(rows).toEqual([{ state: 'done' }]);
  });
  const file = await download(old, job, first.access.token);

  expect(await move('--check', oldFile)).toEqual({
    code: 0,
    text: 'The new engines answer and are empty. Nothing was moved.\n',
  });
  const refused = await move(oldFile);
  expect(refused.code).toBe(1);
  expect(refused.text).toMatch(/^Not moved: .*(in use|uses)/);

  const batches = Array.from({ length: 40 }, (_, n) => batch([`key-${n}`, 'lesson.open', 'lesson.done']));
  for (const { body } of batches) await report(old, body);
  // The last ones wait in the log.
  await old.stop();

  await moveKilled('loaded');
  await moveKilled('compared');
  expect(await move('--check', oldFile)).toEqual({
    code: 0,
    text: 'The new engines answer and hold nothing but a part of an interrupted move. Nothing was moved.\n',
  });
  // Back out once the rows have arrived, and another time: everything is moved again.
  await moveKilled('arrived');
  await expect(start(newEnv)).rejects.toThrow('is not here yet');
  const again = await start(oldEnv);
  phones.push(await signUp(again));
  const late = batch(['late']);
  await report(again, late.body);
  batches.push(late);
  await again.stop();
  const moved = await move(oldFile);
  expect(moved.text).toContain(`Moves ${oldEnv['ROLLCALL_DATA']}, with 4 accounts and `);
  expect(moved.text).toContain('Everything is moved and the same');
  expect(moved.text).toMatch(/accounts 4\b/);
  expect(moved.code).toBe(0);
  expect(await move(oldFile)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^This was moved: /) as string,
  });
  await expect(start(oldEnv)).rejects.toThrow('was moved');
  // Who loses the mark does not move into what has gone on.
  const mark = join(oldEnv['ROLLCALL_DATA'] ?? '', 'moved');
  await rename(mark, `${mark}.lost`);
  expect((await move('--check', oldFile)).text).toContain('The new PostgreSQL has people');
  await rename(`${mark}.lost`, mark);

  const now = await start(newEnv);
  for (const [n, phone] of phones.entries()) {
    const before = sessions[n];
    if (before) await refresh(now, before);
    await signIn(now, phone);
  }
  expect(await call(now, 'GET', 'profile', undefined, first.access.token)).toMatchObject({
    description: '初二三班',
  });
  expect((await inConsole(now, 'sign-in', OPERATOR)).status).toBe(200);
  const keys = auditKeysOf(now.app.config.secret);
  expect((await verifyAudit(now.app.db, keys)).faults).toEqual([]);
  const kept = await now.app.db.selectFrom('pictures').select(['name', 'bytes']).execute();
  expect(kept).toEqual([{ name: picture, bytes: Buffer.from('a picture') }]);
  expect(await now.app.db.selectFrom('usage_quarantine').select('entry').execute()).toEqual([
    { entry: expect.stringContaining('unreadable') },
  ]);
  expect(await download(now, job, first.access.token)).toEqual(file);

  // A page sends again what it did not know to be acknowledged, and goes on.
  const later = [batch(['after']), batch(['after'])];
  for (const { body } of [...batches.slice(-3), ...later]) await report(now, body);
  const client = new ClickHouse({ url: clickHouse.url, database: 'rollcall' });
  const wanted = [...batches, ...later].flatMap(({ ids }) => ids).toSorted();
  const stored = async () =>
    (await client.rows<{ id: string }>("SELECT id FROM events WHERE kind = 0 AND key != ''"))
      .map(({ id }) => id)
      .toSorted();
  await expect.poll(stored).toEqual(wanted);
  await client.close();
});

test('a school with PostgreSQL by URL is moved: no server starts on the old one meanwhile, nor afterwards', async () => {
  const database = await testDatabase({ migrated: false, kept: true });
  try {
    const { databaseUrl = '' } = database.config;
    const from = {
      ...oldEnv,
      ROLLCALL_DATA: join(folder, 'url'),
      ROLLCALL_DATABASE_URL: databaseUrl,
    };
    const to = await testDatabase({ migrated: false, kept: true });
    const next = {
      ...newEnv,
      ROLLCALL_DATA: join(folder, 'url-new'),
      ROLLCALL_DATABASE_URL: to.config.databaseUrl ?? '',
      ROLLCALL_NATS_STREAM: 'OTHER',
      ROLLCALL_CLICKHOUSE_DATABASE: 'other',
    };
    const file = join(folder, 'url.env');
    await writeFile(
      file,
      Object.entries(from)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const accounts = { ...from, ROLLCALL_DATA: join(folder, 'url-accounts'), ROLLCALL_ROLES: 'accounts' };
    const old = await start(from);
    const phone = await signUp(old);
    await report(old, batch(['one']).body);
    await database.pool.query("set application_name = 'rollcall'");
    await old.stop();
    await to.close();
    const said: string[] = [];
    const held = (args: { reached?: (moment: Moment) => Promise<void> } = {}) =>
      moveCommand([file], next, text => said.push(text), 'move', args);
    // A connection of another process.
    expect(await held()).toBe(1);
    expect(said.join('')).toMatch(
      /open to the old PostgreSQL: .*pg_terminate_backend\(PID\).*PIDs: \d+ from /,
    );
    await database.close();
    const refused: string[] = [];
    const begun = async (moment: Moment) => {
      if (moment === 'marked') throw new Error('a fault');
      for (const env of [from, accounts])
        await start(env).catch((error: unknown) => refused.push((error as Error).message));
    };
    expect([await held({ reached: begun }), said.at(-1)]).toEqual([
      1,
      expect.stringContaining('no server can be started yet: a fault'),
    ]);
    await expect(start(next)).rejects.toThrow('is not here yet');
    expect([await held(), said.at(-1)]).toEqual([0, expect.stringMatching(/^This was moved: /)]);
    expect(refused).toHaveLength(6);
    for (const text of refused) expect(text).toMatch(/is being moved/);
    await expect(start(accounts)).rejects.toThrow('was moved');
    await expect(start(from)).rejects.toThrow('was moved');
    await signIn(await start(next), phone);
  } finally {
    await database.close();
  }
});

test('a move is refused by name where the configurations do not fit, and changes nothing', async () => {
  const usage = await move();
  expect([usage.code, usage.text]).toEqual([2, expect.stringContaining('Usage: npm start -- move')]);
  const other = join(folder, 'other.env');
  await writeFile(
    other,
    `ROLLCALL_ENV=test\nROLLCALL_DATA=${join(folder, 'none')}\nROLLCALL_SECRET=another-secret-of-tests-9876543210-zyx\n`,
  );
  expect((await move(other)).text).toContain('different secrets');
  const nowhere = join(folder, 'nowhere.env');
  const lost = { ...oldEnv, ROLLCALL_DATA: join(folder, 'none') };
  await writeFile(
    nowhere,
    Object.entries(lost)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  for (const args of [[nowhere], ['--check', nowhere]]) {
    const { code, text } = await move(...args);
    expect([code, text]).toEqual([1, expect.stringContaining('leads to no school')]);
  }
  expect(existsSync(lost.ROLLCALL_DATA)).toBe(false);
  const back = await moveCommand([oldFile], oldEnv, () => {});
  expect(back).toBe(1);
  const text: string[] = [];
  await moveCommand([oldFile], oldEnv, part => text.push(part));
  expect(text.join('')).toContain('needs ROLLCALL_EVENT_LOG=nats');
});
