/** The whole of it over HTTP: taken, durable, loaded, counted once, given out and erased. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { calls, eventKind, refusals, type UsageJob } from '@rollcall/contract';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../accounts/testing/http.ts';
import { PROOF_LIFE } from '../../identity/fresh-proof.ts';
import { CLEARED_WITHIN } from '../../events/store/event-store.ts';
import { bodyOf, facts, newEvent } from './testing/batches.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts({ ROLLCALL_PRODUCTS: 'school,contest' });
});
afterAll(() => context?.server.stop());

const report = async (body: string | Buffer, headers: Record<string, string> = {}) => {
  const response = await fetch(`${context.server.url}/usage/v1/events`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  });
  const json = (await response.json()) as {
    data?: { accepted: number; refused: { id: string; why: string }[] };
    code?: string;
  };
  return { status: response.status, headers: response.headers, ...json };
};
const wait = (token: string, id: string): Promise<UsageJob> =>
  until(async () => {
    const job = await context.call('getUsageJob', { token, query: { id } });
    return (job.state === 'done' || job.state === 'cancelled') && job;
  });
const download = (token: string, id: string) =>
  fetch(`${context.server.url}/usage/v1/data/download?id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
const exported = async (
  person: Person,
): Promise<{ event?: { id: string; key: string }; consent?: object }[]> => {
  const { id } = await context.call('exportUsageData', { token: person.access });
  await wait(person.access, id);
  const answer = await download(person.access, id);
  expect(answer.status).toBe(200);
  const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as object);
};
/** Every file of usage reporting whose bytes hold a text. */
const filesWith = async (text: string): Promise<string[]> => {
  const folder = join(context.server.app.config.data, 'usage');
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const name of names) {
    if (!name.isFile()) continue;
    const path = join(name.parentPath, name.name);
    if ((await readFile(path)).includes(text)) found.push(path);
  }
  return found;
};

describe('the collector over HTTP', () => {
  test('accepts a batch, and counts the same batch once [7.batch]', async () => {
    const person = await context.visitor();
    const events = [newEvent({ e: 'one' }), newEvent({ e: 'two', b: { lesson: 7 } })];
    const body = bodyOf({ events, facts: [facts({ u: person.id })] });
    expect(await report(body)).toMatchObject({ status: 200, data: { accepted: 2, refused: [] } });
    const both = await Promise.all([report(body), report(body)]);
    expect(both.map(({ data }) => data?.accepted)).toEqual([2, 2]);
    const lines = await exported(person);
    expect(lines.flatMap(line => line.event?.key ?? []).sort()).toEqual(['one', 'two']);
  });

  test('reports each refused event, and keeps the others', async () => {
    const bad = newEvent({ e: '' });
    const answer = await report(bodyOf({ events: [newEvent(), bad, 7] }));
    expect(answer.data).toEqual({
      accepted: 1,
      refused: [
        { id: bad.i, why: 'key' },
        { id: '', why: 'form' },
      ],
    });
  });

  test.each([
    ['no JSON', '{', 400],
    ['another product', bodyOf({ events: [], meta: { product_code: 'elsewhere' } }), 400],
    ['no batch', '{"alg":0,"type":0,"data":{}}', 400],
    ['an unknown packing', '{"alg":2,"type":0,"data":""}', 400],
    ['broken gzip', '{"alg":1,"type":0,"data":"AAAA"}', 400],
    ['too much', bodyOf({ events: [newEvent({ b: { text: 'x'.repeat(30_000) } })] }), 413],
    ['too much, packed', bodyOf({ events: [newEvent({ b: { text: 'x'.repeat(30_000) } })], alg: 1 }), 413],
  ])('refuses %s', async (_, body, status) => {
    const answer = await report(body);
    expect([answer.status, typeof answer.code]).toEqual([status, 'string']);
  });

  test('accepts compressed batches', async () => {
    expect((await report(bodyOf({ events: [newEvent()], alg: 1 }))).data?.accepted).toBe(1);
  });

  test('refuses other types and encodings, and keeps the connection usable', async () => {
    const body = bodyOf({ events: [newEvent()] });
    expect((await report(body, { 'content-type': 'application/json' })).status).toBe(415);
    expect((await report(body, { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await report(body)).status).toBe(200);
  });

  test("answers with a request id and the headers of the page's origin [8.request-id]", async () => {
    const body = bodyOf({ events: [newEvent()] });
    const own = await report(body, { origin: 'http://localhost:5173' });
    expect(own.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(own.headers.get('access-control-allow-credentials')).toBe('true');
    expect(own.headers.get('access-control-expose-headers')).toBe('X-Request-Id, Retry-After');
    expect(own.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    const other = await report(body, { origin: 'https://elsewhere.example' });
    expect([other.headers.get('access-control-allow-origin'), other.headers.get('vary')]).toEqual([
      null,
      'Origin',
    ]);
    const preflight = await fetch(`${context.server.url}/usage/v1/events`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });

  test('refuses other methods, and accepts a batch by the ordinary route too', async () => {
    expect((await context.server.ask('GET', '/usage/v1/events')).status).toBe(405);
    const answer = await context.server.server.inject({
      method: 'POST',
      url: '/usage/v1/events?product_code=school&pid=web',
      headers: { 'content-type': 'text/plain' },
      payload: bodyOf({ events: [newEvent()] }),
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { accepted: 1, refused: [] } }]);
  });

  test('answers with the time and the IP [7.server-time 7.ip]', async () => {
    expect((await context.server.ask('GET', '/usage/v1/time')).json).toEqual({
      data: { now: context.server.now() },
    });
    expect((await context.server.ask('GET', '/usage/v1/ip')).json).toEqual({ data: { ip: '127.0.0.1' } });
    expect((await context.server.ask('HEAD', '/usage/v1/time')).status).toBe(200);
  });

  test('is described in /openapi.json and counted in /metrics', async () => {
    const { paths } = JSON.parse((await context.server.ask('GET', '/openapi.json')).text) as {
      paths: object;
    };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/usage/v1/events',
        '/usage/v1/time',
        '/usage/v1/ip',
        '/usage/v1/data/download',
      ]),
    );
    const { text } = await context.server.ask('GET', '/metrics');
    expect(text).toMatch(/rollcall_usage_accepted_events_total [1-9]/);
    expect(text).toMatch(/rollcall_usage_request_seconds_count\{status="200"\} [1-9]/);
    expect(text).toMatch(/rollcall_usage_refused_requests_total\{refusal="TooLarge"\} [1-9]/);
    expect(text).toMatch(/rollcall_usage_lag_bytes \d/);
  });
});

describe('a reported event', () => {
  const consent = (granted: object, at: number, more: object = {}) =>
    newEvent({
      k: eventKind.consent,
      e: 'consent',
      t: at,
      c: at,
      b: { r: 'record-1', n: 1, g: granted },
      ...more,
    });

  test('after consent was withdrawn is not kept, and the history has the time [4.consents]', async () => {
    const person = await context.visitor();
    const at = context.server.now();
    const up = String(decodeJwt(person.access)['usage_proof']);
    const own = facts({ u: person.id, up, d: 'device-1' });
    const given = ['2026-09', at - 5000, 1];
    const events = [
      consent({ event: given, user: given, device: given }, at - 5000),
      newEvent({ e: 'before', t: at - 4000 }),
      consent({ user: given, device: given }, at - 3000),
      newEvent({ e: 'after', t: at - 2000 }),
      newEvent({ e: '/page', k: eventKind.view, t: at - 2000 }),
    ];
    expect((await report(bodyOf({ events, facts: [own] }))).data?.accepted).toBe(5);
    const lines = await exported(person);
    expect(lines.flatMap(line => line.event?.key ?? []).sort()).toEqual(['before', 'consent', 'consent']);
    expect(lines.filter(line => line.consent)).toHaveLength(2);
    const history = await context.call('getUsageConsents', { token: person.access });
    expect(history).toEqual([
      {
        record: 'record-1',
        product: 'school',
        at: at - 3000,
        received_at: at,
        claimed: false,
        granted: { user: grant(given), device: grant(given) },
      },
      {
        record: 'record-1',
        product: 'school',
        at: at - 5000,
        received_at: at,
        claimed: false,
        granted: { event: grant(given), user: grant(given), device: grant(given) },
      },
    ]);
  });
  const grant = ([version, at]: unknown[]) => ({ version, at });

  test('is erased from the log, the store, exports and consents; events of others stay', async () => {
    const [person, other] = [await context.visitor(), await context.visitor()];
    const given = ['1', 1, 1];
    const events = [
      newEvent({ e: 'secret', b: { text: `of ${person.id}` } }),
      newEvent({ e: 'kept', x: 1 }),
      consent({ event: given, user: given }, context.server.now(), {
        b: { r: 'record-2', n: 1, g: { event: given, user: given } },
      }),
    ];
    await report(bodyOf({ events, facts: [facts({ u: person.id }), facts({ u: other.id })] }));
    expect((await exported(person)).length).toBeGreaterThan(2);
    // One more, which is still in the log when the erasure begins.
    await report(bodyOf({ events: [newEvent({ e: 'secret' })], facts: [facts({ u: person.id })] }));
    expect(await filesWith(person.id)).not.toEqual([]);
    const { id } = await context.call('eraseUsageData', { token: person.access });
    const erased = await wait(person.access, id);
    expect(erased).toMatchObject({ state: 'done', share: 1, events: 3, cleared_at: null });
    expect(erased.clear_by).toBe((erased.finished_at ?? 0) + CLEARED_WITHIN);
    // The store's file is rewritten at night, by a job of its own.
    const store = join(context.server.app.config.data, 'usage/store');
    expect((await filesWith(person.id)).filter(path => !path.startsWith(store))).toEqual([]);
    const { rows } =
      await sql`select 1 from job_leases where name = 'clear the disk of erased usage events'`.execute(
        context.server.app.db,
      );
    expect(rows).toHaveLength(1);
    expect(await context.call('getUsageConsents', { token: person.access })).toEqual([]);
    const mine = await exported(person);
    expect(mine.flatMap(line => line.event ?? [])).toEqual([]);
    const theirs = await exported(other);
    expect(theirs.flatMap(line => line.event?.key ?? [])).toEqual(['kept']);
    const jobs = await context.call('getUsageJobs', { token: person.access });
    expect(jobs.map(({ kind, state }) => `${kind} ${state}`)).toContain('export expired');
  });

  test('is exported to its owner only', async () => {
    const [person, other] = [await context.visitor(), await context.visitor()];
    const { id } = await context.call('exportUsageData', { token: person.access });
    await wait(person.access, id);
    expect((await download(other.access, id)).status).toBe(404);
    expect((await download('nonsense', id)).status).toBe(401);
    expect((await context.server.ask('GET', `/usage/v1/data/download?id=${id}`)).status).toBe(401);
    expect((await download(person.access, 'x')).status).toBe(400);
    const answer = await download(person.access, id);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // What the owner asked for is not for who has the access token alone.
    context.server.now.move(PROOF_LIFE);
    const { code, status } = refusals.ProofRequired;
    const late = await download(person.access, id);
    expect({ status: late.status, json: await late.json() }).toMatchObject({ status, json: { code } });
  });

  test('is exported as plain text too, completely [7.exportAccountData]', async () => {
    const person = await context.visitor();
    const own = facts({ u: person.id });
    await report(bodyOf({ events: [newEvent({ e: 'packed' })], facts: [own] }));
    const { id } = await context.call('exportUsageData', { token: person.access });
    await wait(person.access, id);
    const packed = gunzipSync(Buffer.from(await (await download(person.access, id)).arrayBuffer()));
    const plain = await download(person.access, `${id}&plain=1`);
    expect(plain.status).toBe(200);
    const text = await plain.text();
    expect(text).toBe(packed.toString());
    // the head and the event are two members of the file
    expect(text.trim().split('\n').length).toBeGreaterThan(1);
    expect((await context.server.ask('GET', `/usage/v1/data/download?id=${id}&plain=1`)).status).toBe(401);
  });

  test('requested twice for export makes one job; a cancelled job says so', async () => {
    const person = await context.visitor();
    const two = await Promise.all([
      context.call('exportUsageData', { token: person.access }),
      context.call('exportUsageData', { token: person.access }),
    ]);
    expect(two[0].id).toBe(two[1].id);
    await context.call('cancelUsageJob', { token: person.access, body: { id: two[0].id } });
    expect(['cancelled', 'done']).toContain((await wait(person.access, two[0].id)).state);
  });

  test('caused no fault', () => {
    expect(context.server.lines.filter(line => line.includes('"level":"error"'))).toEqual([]);
    expect(Object.keys(calls)).toContain('eraseUsageData');
  });
});
