/** Events from a server: marked, as old as events are kept, counted once, and within the consents of people and guardians. */
import { refusals } from '@rollcall/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { newPhone } from '../accounts/testing.ts';
import { type TestApi, testApi } from '../console/testing/api.ts';
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

const event = (more: { id?: string; key?: string; time?: number; user?: string } = {}) => ({
  id: newId(pages.server.now()),
  key: 'lesson.graded',
  time: pages.server.now(),
  ...more,
});
const send = (events: readonly ReturnType<typeof event>[], product = 'school') =>
  api.call('sendEvents', { body: { product, events: [...events] } });
const count = async (key: string, more: { trusted?: 'only' | 'without'; from?: string } = {}) => {
  const { series } = await api.call('getUsageTrend', { query: { key, zone: 'UTC', ...more } });
  return series.reduce((sum, { total }) => sum + total, 0);
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
