/** docs/api.md: its samples run against a server, and its table is the contract's. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ApiCall, apiCalls } from '@rollcall/contract/api';
import { type QuestionAnswer, scopes, writeQuestion } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestServer, testServer } from '../apps/server/src/app/testing.ts';
import { createServiceToken } from '../apps/server/src/identity/service-tokens.ts';
import { readDocument, sample, sampleFolder } from './samples.mjs';
import { until } from './testing/until.ts';

const { write, remove } = sampleFolder();
let server: TestServer;
let env: { readonly ROLLCALL_URL: string; readonly ROLLCALL_TOKEN: string };
beforeAll(async () => {
  server = await testServer();
  const { token } = await createServiceToken(server.app.db, {
    name: 'the guide',
    purpose: 'to run the guide',
    scopes,
    addresses: [],
    perMinute: 600,
    createdBy: 'a test',
    at: server.now(),
    expiresAt: server.now() + 3_600_000,
  });
  env = { ROLLCALL_URL: server.url, ROLLCALL_TOKEN: token };
});
afterAll(async () => {
  await server?.stop();
  remove();
});

/** Loads a sample with the environment that it reads. */
const load = async (file: string): Promise<unknown> => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    return await import(/* @vite-ignore */ pathToFileURL(write(file)).href);
  } finally {
    vi.unstubAllEnvs();
  }
};

test('the table of scopes has each call at its own', () => {
  const rows = [...readDocument('docs/api.md').matchAll(/^\| (?:`([\w:]+)`|(any)) \| (.*) \|$/gm)];
  expect(rows.map(([, scope, any]) => scope ?? any)).toEqual([...scopes, 'any']);
  for (const [, scope, , cell = ''] of rows) {
    const named = [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    const calls = Object.entries<ApiCall>(apiCalls).flatMap(([name, call]) =>
      call.scope === (scope ?? 'any') ? name : [],
    );
    // The queries of usage have a document of their own.
    if (scope !== 'usage:query') expect(named, scope).toEqual(calls);
  }
});

test('people are enrolled, found by curl, and copied with what changes', async () => {
  const { enrol, copyNames } = (await load('api/people.mjs')) as {
    enrol: (phone: string, name: string) => Promise<string>;
    copyNames: (names: Map<string, string | null>, since?: number) => Promise<number>;
  };
  const id = await enrol('13800000001', '王小明');
  expect(await enrol('13800000001', '王小明')).toBe(id);
  const { stdout } = await promisify(execFile)('sh', ['-c', sample('api/find.sh')], {
    env: { ...process.env, ...env },
  });
  expect(JSON.parse(stdout)).toMatchObject({ data: { id, fullname: '王小明' } });

  const names = new Map<string, string | null>();
  const first = await copyNames(names);
  expect(names).toEqual(new Map([[id, '王小明']]));
  const second = await enrol('13800000002', '李雷');
  await server.app.db.deleteFrom('accounts').where('id', '=', id).execute();
  // A change is listed once no earlier transaction writes any more, such as one of a job.
  await until(async () => {
    await copyNames(names, first);
    return names.size === 1;
  });
  expect(names).toEqual(new Map([[second, '李雷']]));
});

test('events are reported, and counted as those of a server', async () => {
  const { graded, close } = (await load('api/events.mjs')) as {
    graded: (user: string, score: number) => void;
    close: () => Promise<void>;
  };
  const { enrol } = (await load('api/people.mjs')) as {
    enrol: (phone: string, name: string) => Promise<string>;
  };
  const id = await enrol('13800000003', '韩梅梅');
  vi.setSystemTime(server.now());
  try {
    graded(id, 95);
  } finally {
    vi.useRealTimers();
  }
  await close();
  const count = async (trusted: 'only' | 'without'): Promise<number | undefined> => {
    const question = writeQuestion({
      v: 1,
      kind: 'trend',
      zone: 'UTC',
      series: [{ event: { kind: 'custom', key: 'homework.graded' } }],
      population: { trusted },
    });
    const authorization = `Bearer ${env.ROLLCALL_TOKEN}`;
    const path = `/api/v1/usage/question?question=${question}`;
    const { json } = await server.ask('GET', path, undefined, { authorization });
    const data = json?.data as { answer: { lines: { total: number }[] } } | undefined;
    return data?.answer.lines[0]?.total;
  };
  await until(async () => (await count('only')) === 1);
  expect(await count('without')).not.toBe(1);
  // What the guide has Grafana ask, in the rows that its selector makes.
  const { stdout } = await promisify(execFile)('sh', ['-c', sample('api/grafana.sh')], {
    env: { ...process.env, ...env },
  });
  const { answer } = (JSON.parse(stdout) as { data: Pick<QuestionAnswer, 'answer'> }).data;
  if (answer.kind !== 'trend') throw new Error('no trend');
  const rows = answer.points.map((time, n) => ({ time, people: answer.lines[0]?.values[n] }));
  expect(rows).toHaveLength(28);
  expect(rows.at(-1)).toEqual({ time: new Date(server.now()).toISOString().slice(0, 10), people: 1 });
});
