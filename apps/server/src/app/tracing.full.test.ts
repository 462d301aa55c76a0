/** Traces of a whole server, as an OTLP collector gets them. */
import { once } from 'node:events';
import { request } from 'node:http';
import { calls, headers } from '@rollcall/contract';
import { consoleCalls } from '@rollcall/contract/console';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../../tools/testing/until.ts';
import { bodyOf, facts, newEvent } from '../features/usage/testing/batches.ts';
import { testConsole } from '../features/console/testing/console.ts';
import { httpAccounts } from '../features/accounts/testing/http.ts';
import { type ReceivedSpan, startCollector, type TestCollector } from '../platform/tracing/testing.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('../platform/tracing/opentelemetry.ts', async original => {
  loaded.count += 1;
  return original();
});

let collector: TestCollector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.stop());

const PROFILE = calls.getProfile.path;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const env = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-school=7',
  OTEL_SERVICE_NAME: 'school',
  ROLLCALL_TRUST_PROXY: 'loopback',
  ROLLCALL_PRODUCTS: 'school',
});
const named = (name: string | RegExp): readonly ReceivedSpan[] =>
  collector.spans.filter(span => (typeof name === 'string' ? span.name === name : name.test(span.name)));

test('loads nothing and sends nothing where no collector is set', async () => {
  const accounts = await httpAccounts();
  await accounts.member();
  await accounts.close();
  expect(loaded.count).toBe(0);
  expect(collector.requests).toEqual([]);
});

test('traces requests by route, statements, queries, messages, appends and jobs, and says nothing of anybody', async () => {
  const accounts = await httpAccounts(env());
  const { server } = accounts;
  const person = await accounts.member('13812345678');
  await accounts.signIn('13812345678', 'Wrong#Secret9').catch(() => undefined);
  const given = {
    traceparent: `00-${TRACE}-b7ad6b7169203331-00`,
    [headers.requestId]: 'request-of-the-proxy',
    'x-forwarded-for': '203.0.113.77',
  };
  await server.ask('GET', `${PROFILE}?secret=of-the-query`, undefined, {
    ...given,
    authorization: `Bearer ${person.access}`,
  });
  await server.ask('GET', '/somebody/13812345678');
  await fetch(`${server.url}/usage/v1/events`, {
    method: 'POST',
    body: bodyOf({ events: [newEvent({ e: 'lesson.open' })], facts: [facts({ u: person.id })] }),
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
  });
  await accounts.close();

  expect(collector.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', authorization: 'Bearer abc', 'x-school': '7' },
  });
  expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(['school']));

  // The trace and the request id of the proxy; its flag does not decide what is recorded.
  const profile = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const root = profile.find(({ kind }) => kind === 2);
  expect(root).toMatchObject({
    name: `GET ${PROFILE}`,
    parentSpanId: 'b7ad6b7169203331',
    attributes: {
      'http.request.method': 'GET',
      'http.route': PROFILE,
      'http.response.status_code': 200,
      'rollcall.request_id': 'request-of-the-proxy',
    },
  });
  const statements = profile.filter(({ name }) => name === 'SQL select');
  expect(statements.length).toBeGreaterThan(0);
  for (const { parentSpanId, attributes } of statements) {
    expect(parentSpanId).toBe(root?.spanId);
    expect(attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringMatching(/\$1/),
    });
  }

  // A statement behind a body that was read belongs to its request, too.
  const [refused] = collector.spans.filter(
    ({ attributes }) => attributes['rollcall.refusal'] === 'WrongCredentials',
  );
  expect(named(/^SQL/).some(({ parentSpanId }) => parentSpanId === refused?.spanId)).toBe(true);
  expect(named('GET unknown')).toHaveLength(1);
  const [events] = named('POST /usage/v1/events');
  expect(named('event log append')).toMatchObject([{ parentSpanId: events?.spanId }]);
  expect(named('send message')[0]?.attributes).toMatchObject({ 'rollcall.sender': 'development' });
  expect(named(/^job /).every(({ parentSpanId }) => !parentSpanId)).toBe(true);
  expect(named(/^job /).length).toBeGreaterThan(0);

  for (const told of [
    '13812345678',
    'Secret',
    person.access,
    person.id,
    'of-the-query',
    '203.0.113.77',
    '127.0.0.1',
  ])
    expect(collector.text).not.toContain(told);
});

test("a load is a trace of its own, with its sizes; a console's query of the event store is in its request, without its values", async () => {
  const tested = await testConsole(env());
  const { server } = tested;
  await fetch(`${server.url}/usage/v1/events`, {
    method: 'POST',
    body: bodyOf({ events: [newEvent({ e: 'lesson.zebra' }), newEvent({ e: 'lesson.open' })] }),
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
  });
  const loadedEvents = async () => {
    const { text } = await server.ask('GET', '/metrics');
    return Number(/^rollcall_usage_loaded_events_total (\d+)/m.exec(text)?.[1]);
  };
  await until(async () => (await loadedEvents()) === 2);
  const query = { product: 'school', search: 'zebra' };
  const { keys } = await tested.call('listUsageKeys', { cookie: tested.cookies.viewer, query });
  expect(keys).toMatchObject([{ key: 'lesson.zebra', events: 1 }]);
  await tested.stop();

  const [load, ...more] = named('event store load').filter(
    ({ attributes }) => attributes['rollcall.events'] !== 0,
  );
  expect(more).toEqual([]);
  expect(load?.parentSpanId).toBeFalsy();
  expect(load?.attributes).toEqual({ 'rollcall.events': 2, 'rollcall.reports': 0 });
  const [asked] = named(`GET ${consoleCalls.listUsageKeys.path}`);
  const queries = named('event store query').filter(({ parentSpanId }) => parentSpanId === asked?.spanId);
  expect(queries.length).toBeGreaterThan(0);
  for (const { kind, traceId, attributes } of queries) {
    expect({ kind, traceId }).toEqual({ kind: 3, traceId: asked?.traceId });
    expect(attributes).toEqual({
      'db.system.name': 'duckdb',
      'db.query.text': expect.stringMatching(/\bfrom\b/i),
    });
  }
  expect(collector.text.includes('zebra')).toBe(false);
});

test('what many requests share is in the trace of none of them', async () => {
  const accounts = await httpAccounts(env());
  const beacon = `/monitor/v1.gif?p=school&v=1&u=%2F&d=0&e=${['1', 'error', 'TypeError', 'x', 'a@/a.js:1:2'].map(encodeURIComponent).join('!')}`;
  const before = { traceparent: `00-${TRACE}-b7ad6b7169203331-00` };
  await Promise.all([
    accounts.server.ask('GET', beacon, undefined, before),
    accounts.server.ask('GET', beacon, undefined, before),
  ]);
  const body = {
    identity: 'nobody@school.example',
    password: 'Wrong#Secret9',
    pid: 'test',
    agreement_ids: [-1],
  };
  await accounts.server.ask(calls.loginByAccount.method, calls.loginByAccount.path, body);
  const { db } = accounts.server.app;
  await until(async () => (await db.selectFrom('sign_in_counts').select('hour').execute()).length > 0);
  await accounts.close();
  expect(collector.spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name)).toEqual([
    'GET /monitor/v1.gif',
    'GET /monitor/v1.gif',
  ]);
  for (const name of ['monitoring intake', 'sign-in statistics']) {
    const [root] = named(name);
    expect(root?.parentSpanId, name).toBeFalsy();
    expect(
      named('SQL insert').some(({ parentSpanId }) => parentSpanId === root?.spanId),
      name,
    ).toBe(true);
  }
});

test('a request that its client gives up has no status, and is marked', async () => {
  const accounts = await httpAccounts(env());
  const { path, method } = calls.loginByAccount;
  // The server says that it waits for the body.
  const upload = request(`${accounts.server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' },
  });
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.on('error', () => undefined).destroy();
  await accounts.close();
  const [span] = collector.spans.filter(({ attributes }) => attributes['rollcall.aborted'] === true);
  expect(span).toMatchObject({ name: `${method} ${path}`, attributes: { 'http.route': path } });
  expect(span?.attributes).not.toHaveProperty('http.response.status_code');
  expect(
    collector.spans.filter(({ attributes }) => attributes['rollcall.aborted'] !== undefined),
  ).toHaveLength(1);
});

test('records the share that is set', async () => {
  const accounts = await httpAccounts({ ...env(), OTEL_TRACES_SAMPLER_ARG: '0' });
  await accounts.server.ask('GET', '/healthz', undefined, { traceparent: `00-${TRACE}-b7ad6b7169203331-01` });
  await accounts.close();
  expect(collector.requests).toEqual([]);
});

test('a client that is no proxy of ours begins its own trace', async () => {
  const accounts = await httpAccounts({ ...env(), ROLLCALL_TRUST_PROXY: 'none' });
  await accounts.server.ask('GET', '/healthz', undefined, { traceparent: `00-${TRACE}-b7ad6b7169203331-01` });
  await accounts.close();
  expect(named('GET /healthz')).toHaveLength(1);
  expect(collector.spans.some(({ traceId }) => traceId === TRACE)).toBe(false);
});

test('a collector that hangs, or is gone, keeps nobody from an answer, and the server from no end', async () => {
  collector.hang();
  const accounts = await httpAccounts(env());
  const gone = await httpAccounts({ ...env(), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  for (const { server } of [accounts, gone]) {
    const answers = await Promise.all(Array.from({ length: 300 }, () => server.ask('GET', '/readyz')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  await accounts.close();
  await gone.close();
});
