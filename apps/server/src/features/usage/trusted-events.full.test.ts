/** Events from a server: marked, as old as events are kept, counted once, and within the consents of people and guardians. */
import { randomUUID } from 'node:crypto';
import { refusals } from '@rollcall/contract';
import { writeQuestion } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { Consents } from '../../events/loader/consents.ts';
import { newPhone } from '../accounts/testing.ts';
import { PURPOSE, type TestApi, testApi } from '../console/testing/api.ts';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { bodyOf, newEvent, newId } from './testing/batches.ts';

const DAY = 24 * 3600 * 1000;
let pages: TestConsole;
let api: TestApi;
beforeAll(async () => {
  pages = await testConsole({ ROLLCALL_PRODUCTS: 'school', ROLLCALL_USAGE_KEEP_DAYS: '60' });
  api = await testApi(pages, ['events:write', 'usage:query', 'people:write']);
});
afterAll(() => pages.stop());

interface More {
  readonly id?: string;
  readonly key?: string;
  readonly time?: number;
  readonly user?: string;
  readonly device?: string;
}
const event = (more: More = {}) => ({
  id: newId(pages.server.now()),
  key: 'lesson.graded',
  time: pages.server.now(),
  ...more,
});
const send = (events: readonly ReturnType<typeof event>[], product = 'school') =>
  api.call('sendEvents', { body: { product, events: [...events] } });
const count = async (
  key: string,
  { trusted, from }: { trusted?: 'only' | 'without'; from?: string } = {},
) => {
  const question = writeQuestion({
    v: 1,
    kind: 'trend',
    zone: 'UTC',
    series: [{ event: { kind: 'custom', key } }],
    population: { trusted },
    ...(from === undefined
      ? {}
      : { period: { from, to: new Date(pages.server.now()).toISOString().slice(0, 10) } }),
  });
  const { answer } = await api.call('askUsageQuestion', { query: { question } });
  return answer.kind === 'trend' ? (answer.lines[0]?.total ?? 0) : 0;
};
const counted = (key: string, wanted: number, more?: Parameters<typeof count>[1]) =>
  until(async () => (await count(key, more)) === wanted);
/** What was sent before has been loaded once this has: records are loaded in order. */
const loaded = async () => {
  const mark = `mark.${newId()}`;
  await send([event({ key: mark })]);
  await counted(mark, 1);
};

test('they are counted once, and can be told apart from those of pages', async () => {
  const one = event({ key: 'apart' });
  expect(await send([one, event({ key: 'apart' })])).toEqual({ accepted: 2, refused: [] });
  await send([one]);
  const at = pages.server.now();
  const body = bodyOf({ events: [newEvent({ t: at, e: 'apart' })] });
  await fetch(`${pages.server.url}/usage/v1/events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
  await counted('apart', 3);
  expect(await count('apart', { trusted: 'only' })).toBe(2);
  expect(await count('apart', { trusted: 'without' })).toBe(1);
});

test('they may be as old as events are kept; what is older, later or of no product is refused by name', async () => {
  const now = pages.server.now();
  const old = event({ key: 'old', time: now - 59 * DAY });
  const [older, later] = [event({ time: now - 61 * DAY }), event({ time: now + 6 * 60_000 })];
  expect(await send([old, older, later])).toEqual({
    accepted: 1,
    refused: [older, later].map(({ id }) => ({ id, why: 'timestamp' })),
  });
  const from = new Date(now - 59 * DAY).toJSON().slice(0, 10);
  await counted('old', 1, { from });
  // At its own time, and not when it came.
  expect(await count('old')).toBe(0);
  const refused = await api.ask('sendEvents', { body: { product: 'other', events: [event()] } });
  expect(refused.json).toMatchObject({ code: refusals.InvalidRequest.code, data: { field: 'product_code' } });
  for (const wrong of [{ id: 'no id' }, { key: '' }, { time: 1.5 }])
    expect(
      (await api.ask('sendEvents', { body: { product: 'school', events: [event(wrong)] } })).status,
    ).toBe(400);
});

const person = async () =>
  (await api.call('createPerson', { body: { pid: 'school', phone_number: newPhone() } })).id;

test('a person’s withdrawn consent holds whatever device the server names', async () => {
  const { db } = pages.server.app;
  const [withdrew, other] = [await person(), await person()];
  const at = new Date(pages.server.now() - 60_000);
  await db
    .insertInto('usage_consents')
    .values({ event_id: newId(), record: 'r', product: 'school', at, received_at: at, granted: '{}' })
    .execute();
  await db
    .insertInto('usage_consent_subjects')
    .values({ record: 'r', kind: 'user', value: withdrew, proved: true })
    .execute();
  const users = [withdrew, withdrew.toUpperCase(), other];
  const sent = users.flatMap(user => [{ user }, { user, device: 'any' }]);
  expect(await send(sent.map(more => event({ key: 'withdrawn', ...more })))).toMatchObject({ accepted: 6 });
  await loaded();
  expect(await count('withdrawn')).toBe(2);
});

test('those of no account are refused by name, and those of one that is deleted meanwhile not kept', async () => {
  const one = await person();
  const [wrong, unknown] = [event({ user: 'somebody' }), event({ user: randomUUID() })];
  expect(await send([wrong, event({ user: one }), unknown, event()])).toEqual({
    accepted: 2,
    refused: [wrong, unknown].map(({ id }) => ({ id, why: 'user_id' })),
  });
  const consents = new Consents(pages.server.app.db, false, []);
  const stored = (user: string, more: object) =>
    ({ ...event({ user }), kind: 0, sequence: 0, product: 'school', received: 0, ...more }) as never;
  const trusted = { trusted: true };
  const of = [stored(one, trusted), stored(randomUUID(), trusted), stored('x', trusted), stored('x', {})];
  expect((await consents.permitted(of)).map(({ user }) => user)).toEqual([one, 'x']);
});

test('keys are masked without people:read and people:minors; calls of a minute leave one trace', async () => {
  const scopes = ['usage:query', 'people:read'] as const;
  const [half, whole] = [await testApi(pages, scopes), await testApi(pages, [...scopes, 'people:minors'])];
  await send([event({ key: '13800000009' })]);
  await loaded();
  const keysOf = async (one: TestApi) => JSON.stringify(await one.call('listUsageKeys', { query: {} }));
  expect(await keysOf(whole)).toContain('13800000009');
  expect(await keysOf(half)).not.toContain('13800000009');
  await keysOf(half);
  await half.call('introspectToken', { body: { token: 'x' } });
  const acts = async ({ id }: TestApi) => {
    const { items } = await pages.call('listAudit', {
      cookie: pages.cookies.admin,
      query: { operator_id: id },
    });
    return items.map(({ act, after }) => [act, after?.['reason']]);
  };
  expect(await acts(half)).toEqual([
    ['tokens.introspect', PURPOSE],
    ['usage.query', PURPOSE],
  ]);
  expect((await acts(api)).filter(([act]) => act === 'events.report')).toHaveLength(1);
});

test('a guardian who has not consented keeps a pupil’s events out', async () => {
  const make = async (age: number) =>
    api.call('createPerson', {
      body: {
        pid: 'school',
        phone_number: newPhone(),
        birth_year: new Date(pages.server.now()).getUTCFullYear() - age,
      },
    });
  const [child, grown] = [await make(9), await make(30)];
  await send([event({ key: 'minors', user: child.id }), event({ key: 'minors', user: grown.id })]);
  await loaded();
  expect(await count('minors')).toBe(1);
});
