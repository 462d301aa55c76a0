/** Which roles can stand in one process, and what a process without some of them answers. */
import { availableParallelism } from 'node:os';
import { SOURCE_MAPS_PATH } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../platform/config-reader.ts';
import { readConfig } from './config.ts';
import { rolesOf } from './role-paths.ts';
import { type TestServer, testServer } from './testing.ts';
import { autoWorkers } from './workers-setting.ts';

const shared = {
  ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
  ROLLCALL_DATABASE_URL: 'postgres://rollcall@127.0.0.1/rollcall',
};
const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ...shared, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('ROLLCALL_ROLES', () => {
  it('are all by default, and may leave accounts to others or accounts alone', () => {
    expect(readConfig(shared).roles).toEqual(['accounts', 'collector', 'loader', 'console', 'jobs']);
    expect(readConfig({ ...shared, ROLLCALL_ROLES: 'jobs,loader,collector,console' }).roles).toEqual([
      'collector',
      'loader',
      'console',
      'jobs',
    ]);
    const { roles, pictures, exports } = readConfig({ ...shared, ROLLCALL_ROLES: 'accounts' });
    expect([roles, pictures, exports]).toEqual([['accounts'], 'database', 'database']);
  });

  it.each([
    ['collector', /collector, loader, console, jobs together or none of them/],
    [
      'accounts,jobs',
      /the embedded event log and event store belong to one process \(apart: ROLLCALL_EVENT_LOG/,
    ],
    ['console', /together or none of them/],
    ['web', /names out of accounts, collector, loader, console, jobs/],
    [',', /names out of accounts/],
  ])('refuses %s in words', (roles, words) => {
    expect(problems({ ROLLCALL_ROLES: roles })).toEqual([expect.stringMatching(words)]);
  });

  const nats = { ROLLCALL_EVENT_LOG: 'nats', ROLLCALL_NATS_URL: 'nats://127.0.0.1:4222' };
  const clickHouse = {
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_CLICKHOUSE_URL: 'http://127.0.0.1:8123',
  };
  it.each(['accounts', 'collector', 'loader', 'console', 'jobs', 'loader,jobs', 'accounts,collector'])(
    'lets %s stand alone where event log and event store are outside, and keeps what is shared in the database',
    own => {
      const config = readConfig({ ...shared, ...nats, ...clickHouse, ROLLCALL_ROLES: own });
      expect(config.roles).toEqual(own.split(','));
      expect([config.pictures, config.exports, config.quarantine]).toEqual(Array(3).fill('database'));
    },
  );

  it.each([nats, clickHouse])('keeps the rule where one of the two is embedded: %j', env => {
    expect(problems({ ...env, ROLLCALL_ROLES: 'collector' })).toEqual([
      expect.stringMatching(/together or none/),
    ]);
  });

  it('keeps exports in the database where it is given, the quarantine where the engines are apart', () => {
    const { exports, quarantine } = readConfig(shared);
    // Another process may answer for an export of the same database.
    expect([exports, quarantine]).toEqual(['database', 'folder']);
    expect(readConfig({ ...shared, ROLLCALL_DATABASE_URL: '' }).exports).toBe('folder');
    const several = readConfig({ ...shared, ...nats, ...clickHouse });
    expect([several.exports, several.quarantine]).toEqual(['database', 'database']);
  });

  it('refuses several processes without a shared database, or with pictures in a folder', () => {
    expect(problems({ ROLLCALL_ROLES: 'accounts', ROLLCALL_DATABASE_URL: '' })).toEqual([
      expect.stringMatching(/^ROLLCALL_DATABASE_URL is not set; expected: the PostgreSQL that all processes/),
      expect.stringMatching(/^ROLLCALL_PICTURES is "folder"; expected: database/),
    ]);
    expect(problems({ ROLLCALL_ROLES: 'accounts', ROLLCALL_PICTURES: 'folder' })).toEqual([
      expect.stringMatching(/^ROLLCALL_PICTURES/),
    ]);
  });
});

describe('ROLLCALL_WORKERS', () => {
  it('is one process by default, a number, or by the cores', () => {
    expect(readConfig(shared).workers).toBe(1);
    expect(readConfig({ ...shared, ROLLCALL_WORKERS: '3' }).workers).toBe(3);
    expect(readConfig({ ...shared, ROLLCALL_WORKERS: 'auto' }).workers).toBe(
      autoWorkers(availableParallelism()),
    );
    expect([1, 2, 3, 8, 128].map(autoWorkers)).toEqual([1, 1, 2, 7, 64]);
  });

  it.each(['0', '65', 'many', '-1'])('refuses %s', workers => {
    expect(problems({ ROLLCALL_WORKERS: workers })).toEqual([
      expect.stringMatching(/^ROLLCALL_WORKERS is ".+"; expected: auto, or a whole number from 1 to 64/),
    ]);
  });

  it('refuses workers where roles are left to other processes', () => {
    expect(problems({ ROLLCALL_WORKERS: '2', ROLLCALL_ROLES: 'accounts' })).toEqual([
      expect.stringMatching(/^ROLLCALL_WORKERS is "2"; expected: 1 where ROLLCALL_ROLES leaves/),
    ]);
  });
});

it.each([
  ['/healthz', undefined],
  ['/usage/v1/events?a', ['collector']],
  ['/monitor/v1.gif?p=x', ['collector']],
  ['/monitor/v1/source-maps?release=r1', ['collector']],
  ['/console', ['console']],
  ['/console/v1/people', ['console']],
  ['/api/v1/people?q=a', ['console']],
  ['/consoles', ['accounts']],
  ['/static/a.js', ['accounts', 'console']],
  ['/guides', ['accounts', 'console']],
  ['/guides/settings', ['accounts', 'console']],
  ['/reference/reference.css', ['accounts', 'console']],
  ['/usage/v1/data/download?id=1', ['accounts']],
  ['/tiger/v3/web/accounts/login', ['accounts']],
  ['/', ['accounts']],
])('%s is answered by %j', (url, roles) => {
  expect(rolesOf(url)).toEqual(roles);
});

describe('two processes on one database', () => {
  let accounts: TestServer;
  let engines: TestServer;
  beforeAll(async () => {
    const pictures = { ROLLCALL_PICTURES: 'database' };
    engines = await testServer({ env: { ROLLCALL_ROLES: 'collector,loader,console,jobs', ...pictures } });
    accounts = await testServer({ env: { ROLLCALL_ROLES: 'accounts', ...pictures }, beside: engines });
  });
  afterAll(async () => {
    await accounts?.stop();
    await engines?.stop();
  });

  it('answer the paths of their roles, and name the role of others', async () => {
    const statuses = async (server: TestServer) =>
      Promise.all(
        ['/healthz', '/usage/v1/time', '/console/v1/state', '/.well-known/jwks.json', '/openapi.json'].map(
          async path => (await server.ask('GET', path)).status,
        ),
      );
    expect(await statuses(engines)).toEqual([200, 200, 200, 404, 404]);
    // Without a secret; a process that lacks the path answers 404.
    expect((await engines.ask('PUT', SOURCE_MAPS_PATH)).status).toBe(401);
    expect((await accounts.ask('PUT', SOURCE_MAPS_PATH)).status).toBe(404);
    expect(await statuses(accounts)).toEqual([200, 404, 404, 200, 200]);
    const { json, headers } = await accounts.ask('GET', '/usage/v1/time');
    expect(json).toMatchObject({
      code: 'RC_404',
      msg: 'This process has not the role collector (ROLLCALL_ROLES).',
    });
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('name their roles when they are ready, and in their metrics', async () => {
    const ready = async (server: TestServer) =>
      JSON.parse((await server.ask('GET', '/readyz')).text) as object;
    expect(await ready(accounts)).toEqual({ status: 'ok', database: 'ok', roles: 'accounts' });
    expect(await ready(engines)).toMatchObject({ roles: 'collector,loader,console,jobs', usage: 'ok' });
    const { text } = await accounts.ask('GET', '/metrics');
    expect(text).toContain('rollcall_role{role="accounts"} 1');
    expect(text).not.toContain('rollcall_role{role="jobs"}');
    expect(text).not.toContain('rollcall_usage_lag_seconds');
  });
});
