/** An installation of processes with one role each: event log in NATS, event store in ClickHouse, the rest in PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { UsageDataJob } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../tools/testing/until.ts';
import { type Nats, startNats } from '../engines/cluster/log/testing/nats.ts';
import { type ClickHouseServer, startClickHouse } from '../engines/cluster/store/testing/server.ts';
import { OPERATOR_PASSWORD, type TestConsole, testConsole } from '../features/console/testing/console.ts';
import { bodyOf, facts, newEvent, newId } from '../features/usage/testing/batches.ts';
import { DatabaseQuarantine } from '../events/loader/database-quarantine.ts';
import { type TestServer, testServer } from './testing.ts';

const PARTITIONS = 4;
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let nats: Nats;
let clickHouse: ClickHouseServer;
let folder: string;
let context: TestConsole;
let collector: TestServer;
let jobs: TestServer;
let accounts: TestServer;
const loaders: ChildProcess[] = [];
let env: Record<string, string>;

/** A process of its own, which can be killed. */
const startLoader = async (): Promise<ChildProcess> => {
  const { databaseUrl = '' } = context.server.app.config;
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions', '@rollcall/source', main], {
    env: {
      ...env,
      PATH: process.env.PATH ?? '',
      ROLLCALL_ENV: 'test',
      ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
      ROLLCALL_DATA: join(folder, `${loaders.length}`),
      ROLLCALL_DATABASE_URL: databaseUrl,
      ROLLCALL_LOG_LEVEL: 'error',
      ROLLCALL_PORT: '0',
      ROLLCALL_ROLES: 'loader',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  loaders.push(child);
  const ended = once(child, 'exit').then(() => {
    throw new Error('A loader ended at its start.');
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return child;
};

beforeAll(async () => {
  [nats, clickHouse] = await Promise.all([startNats(), startClickHouse()]);
  folder = await mkdtemp(join(tmpdir(), 'rollcall-cluster-'));
  env = {
    ROLLCALL_EVENT_LOG: 'nats',
    ROLLCALL_NATS_URL: `nats://${nats.servers[0]}`,
    ROLLCALL_NATS_REPLICAS: '1',
    ROLLCALL_NATS_PARTITIONS: `${PARTITIONS}`,
    ROLLCALL_NATS_BYTES: '64',
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_CLICKHOUSE_URL: clickHouse.url,
    ROLLCALL_USAGE_ADDRESS_RATE: '0',
    ROLLCALL_PICTURES: 'database',
  };
  context = await testConsole({ ...env, ROLLCALL_ROLES: 'console' });
  const beside = (role: string) =>
    testServer({ env: { ...env, ROLLCALL_ROLES: role }, beside: context.server });
  [collector, jobs, accounts] = await Promise.all([
    beside('collector'),
    beside('jobs'),
    beside('accounts'),
    startLoader(),
    startLoader(),
  ]);
  await context.call('proveOperator', {
    cookie: context.cookies.admin,
    body: { proof: { method: 'password', password: OPERATOR_PASSWORD } },
  });
});
afterAll(async () => {
  for (const child of loaders) child.kill('SIGKILL');
  await Promise.all([collector, jobs, accounts].map(server => server?.stop()));
  await context?.server.stop();
  await clickHouse?.remove();
  await nats?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const report = async (device: string, ...keys: string[]): Promise<number> => {
  const at = collector.now();
  const events = keys.map(e => newEvent({ e, t: at, c: at }));
  const body = bodyOf({ events, facts: [facts({ d: device })] });
  return (await collector.ask('POST', '/usage/v1/events', body, { 'content-type': 'text/plain' })).status;
};
const viewer = () => ({ cookie: context.cookies.viewer });
const events = async () => (await context.call('getUsageScope', viewer())).events;
const owners = async () => {
  const rows = await context.server.app.db.selectFrom('usage_partitions').select('lease_owner').execute();
  return rows.map(row => row.lease_owner);
};
const over = (id: string): Promise<UsageDataJob> =>
  until(async () => {
    const { items } = await context.call('listUsageData', { cookie: context.cookies.support, query: {} });
    const job = items.find(each => each.id === id);
    if (job?.state !== 'done') throw new Error(`the job is ${job?.state}`);
    return job;
  });
const start = (kind: 'export' | 'erasure', device: string) =>
  context.call('startUsageData', {
    cookie: context.cookies.admin,
    body: { kind, subject_kind: 'device', subject: device },
  });

test('a report reaches the console, and a rule about it is evaluated where the jobs are', async () => {
  const { id } = await context.call('createAlertRule', {
    cookie: context.cookies.admin,
    body: {
      name: 'errors',
      product: 'school',
      kind: 'error-rate',
      target: '*',
      percentile: 0.75,
      threshold: 0.01,
      window: 60,
      least: 1,
      hours: null,
      channel: null,
      enabled: true,
    },
  });
  const error = `&e=1!error!TypeError!${encodeURIComponent('no such lesson')}!`;
  const answer = await collector.ask('GET', `/monitor/v1.gif?p=school&v=r1&u=%2Flessons${error}`);
  expect(answer.status).toBe(200);
  // A rule looks at what came before now.
  jobs.now.move(60_000);
  await expect
    .poll(
      async () =>
        (await context.call('listErrorGroups', { ...viewer(), query: { product: 'school' } })).items,
    )
    .toMatchObject([{ name: 'TypeError', count: 1 }]);
  await expect
    .poll(
      async () =>
        (await context.call('listAlertEpisodes', { ...viewer(), query: { product: 'school' } })).episodes,
      // Rules are evaluated every minute.
    )
    .toMatchObject([{ rule: id, ended_at: null }]);
});

test('what a collector took is in the console once, and the console knows when everything is there', async () => {
  const had = await events();
  const devices = Array.from({ length: 12 }, () => newId());
  expect(new Set(await Promise.all(devices.map(device => report(device, 'one', 'two'))))).toEqual(
    new Set([200]),
  );
  await expect.poll(events).toBe(had + 24);
  await expect
    .poll(async () => (await context.call('getOverview', { ...viewer(), query: {} })).usage_lag)
    .toBe(0);
  expect(new Set(await owners()).size).toBe(2);
});

test('the partitions of a loader that was killed in the middle are taken over, and each event is there once', async () => {
  const [killed] = loaders;
  const had = await events();
  const devices = Array.from({ length: 30 }, () => newId());
  for (const [n, device] of devices.entries()) {
    expect(await report(device, 'three', 'four', 'five')).toBe(200);
    if (n === 20) killed?.kill('SIGKILL');
  }
  await expect.poll(events).toBe(had + 90);
  await expect.poll(async () => new Set(await owners()).size).toBe(1);
  expect(await report(newId(), 'six')).toBe(200);
  await expect.poll(events).toBe(had + 91);
});

test('exports and erasures wait for what other processes load, and are given out by accounts', async () => {
  const had = await events();
  const [device, other] = [newId(), newId()];
  await report(device, 'mine', 'mine too');
  await report(other, 'kept');
  const before = await start('export', device);
  expect((await over(before.id)).events).toBe(2);
  const { link } = await context.call('linkUsageData', {
    cookie: context.cookies.admin,
    body: { id: before.id },
  });
  const path = new URL(link, accounts.url);
  const file = await fetch(new URL(path.pathname + path.search, accounts.url));
  expect(file.status).toBe(200);
  const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  expect(text.trim().split('\n')).toHaveLength(3);

  const quarantine = new DatabaseQuarantine(context.server.app.db, context.server.now);
  const unreadable = `b{"data":{"ext":[{"d":"${device}"}]`;
  await quarantine.add([{ text: unreadable, reason: 'a test' }]);
  expect(
    (await context.call('listUsageQuarantine', { cookie: context.cookies.support, query: {} })).total,
  ).toBe(1);
  await report(device, 'the last');
  const erasure = await start('erasure', device);
  expect((await over(erasure.id)).events).toBe(3);
  expect(
    (await context.call('listUsageQuarantine', { cookie: context.cookies.support, query: {} })).total,
  ).toBe(0);
  // Sums of hours, which name nobody, follow in the night.
  expect(await events()).toBe(had + 4);
  expect((await over((await start('export', device)).id)).events).toBe(0);
});

test('a process answers only what it is for', async () => {
  const statuses = async (server: TestServer) =>
    Promise.all(
      ['/healthz', '/usage/v1/time', '/console/v1/state', '/.well-known/jwks.json'].map(
        async path => (await server.ask('GET', path)).status,
      ),
    );
  expect(await statuses(collector)).toEqual([200, 200, 404, 404]);
  expect(await statuses(context.server)).toEqual([200, 404, 200, 404]);
  expect(await statuses(jobs)).toEqual([200, 404, 404, 404]);
  const { text } = await collector.ask('GET', '/metrics');
  expect(text).toContain('rollcall_usage_accepted_events_total');
  expect(text).not.toContain('rollcall_usage_lag_seconds');
});

test('while NATS is away the console says that the lag is not known, and collectors tell pages to come again', async () => {
  const had = await events();
  await nats.nodes[0]?.kill();
  await expect.poll(() => report(newId(), 'later')).toBe(503);
  expect((await context.call('getOverview', { ...viewer(), query: {} })).usage_lag).toBeNull();
  await nats.nodes[0]?.start();
  await expect.poll(() => report(newId(), 'later')).toBe(200);
  await expect.poll(events).toBe(had + 1);
});
