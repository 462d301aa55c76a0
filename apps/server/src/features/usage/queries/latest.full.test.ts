/** The last events over HTTP, and what was refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../../tools/testing/until.ts';
import { testApi } from '../../console/testing/api.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';
import { bodyOf, facts, newEvent, newId } from '../testing/batches.ts';

let pages: TestConsole;
beforeAll(async () => {
  pages = await testConsole({ ROLLCALL_PRODUCTS: 'school' });
});
afterAll(() => pages?.stop());

const send = (given: Parameters<typeof bodyOf>[0]) =>
  pages.server.ask('POST', '/usage/v1/events', bodyOf(given), { 'content-type': 'text/plain' });
const latest = (query: object = {}, role: 'viewer' | 'support' = 'support') =>
  pages.call('listLatestEvents', { cookie: pages.cookies[role], query });
const at = () => pages.server.now();
const event = (key: string, more: object = {}) =>
  newEvent({ i: newId(at()), t: at(), c: at(), e: key, ...more });
const meta = { product_code: 'school' } as const;

test('an integrator sees what they have just sent, and a viewer without its data', async () => {
  const own = facts({ u: 'person-42', pf: 'Linux', d: 'device' });
  await send({ events: [event('lesson.done', { b: { score: 90 } })], facts: [own], meta });
  pages.server.now.move(1_000);
  await send({ events: [event('call 13800138000', { k: 1 })], meta: { ...meta, is_dev: true } });
  await until(async () => (await latest()).events.length === 2);
  const { events } = await latest();
  expect(events.map(({ key, kind, data, signed_in, dev }) => ({ key, kind, data, signed_in, dev }))).toEqual([
    { key: 'call 13800138000', kind: 'view', data: null, signed_in: false, dev: true },
    { key: 'lesson.done', kind: 'custom', data: '{"score":90}', signed_in: true, dev: false },
  ]);
  expect(JSON.stringify(events)).not.toContain('person-42');
  expect((await latest({}, 'viewer')).events.map(({ key, data }) => ({ key, data }))).toEqual([
    { key: 'call 138****8000', data: null },
    { key: 'lesson.done', data: null },
  ]);
  // A part of a number would tell the rest of it, digit by digit.
  expect((await latest({ search: '1380' }, 'viewer')).events).toEqual([]);
  expect((await latest({ search: '1380' })).events).toHaveLength(1);
  const keys = async (query: object) => (await latest(query)).events.map(({ key }) => key);
  expect(await keys({ search: 'done' })).toEqual(['lesson.done']);
  expect(await keys({ kind: 'view' })).toEqual(['call 13800138000']);
  expect(await keys({ dev: 'without' })).toEqual(['lesson.done']);
  expect(await keys({ product: 'other' })).toEqual([]);
  expect(await keys({ limit: 1 })).toEqual(['call 13800138000']);
  pages.server.now.move(31 * 60_000);
  expect(await keys({})).toEqual([]);
});

test('what was refused is there with the field that was wrong, the newest first, and without numbers of people', async () => {
  expect((await latest()).refused).toEqual([]);
  await send({ events: [event('good'), event('mail a.b@example.com', { t: -1 })], meta });
  await send({ events: [event('x')], meta: { product_code: 'another' } });
  await pages.server.ask('POST', '/usage/v1/events', '{"alg":0', { 'content-type': 'text/plain' });
  const refused = [
    { product: null, key: null, why: 'body', batch: true },
    { product: 'another', key: null, why: 'product_code', batch: true },
    { product: 'school', key: 'mail a***@example.com', why: 'timestamp', batch: false },
  ];
  expect((await latest()).refused).toMatchObject(refused);
  const products = async (product: string) => (await latest({ product })).refused?.map(each => each.product);
  expect(await products('school')).toEqual([null, 'school']);
});

test('a program sees them as a viewer does', async () => {
  const api = await testApi(pages, ['usage:query']);
  await send({ events: [event('mail a.b@example.com', { b: { score: 1 } })], meta });
  const seen = async () => (await api.call('listLatestEvents', { query: {} })).events;
  const mail = async () => (await seen()).find(({ key }) => key.startsWith('mail'));
  await until(async () => (await mail()) !== undefined);
  expect((await api.call('listLatestEvents', { query: { search: 'mail' } })).events).toEqual([]);
  expect(await mail()).toMatchObject({ key: 'mail a***@example.com', data: null });
});
