/** Keys and platforms that a stranger makes up fill no sums, and keep nobody else's names from them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { heldClock, testDatabase } from '../../app/testing.ts';
import { readRecord } from '../../events/record/record.ts';
import { Collector } from './collector.ts';
import { forgetNames, NetworkNames } from './network-names.ts';
import { bodyOf, newEvent } from './testing/batches.ts';
import { MemoryLog } from './testing/memory-log.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
beforeEach(async () => {
  await database.db.deleteFrom('usage_names').execute();
});

/** A collector that admits 100 new names in an hour, ten of a network. */
const open = (now = heldClock()) => {
  const log = new MemoryLog();
  const collector = new Collector({
    log,
    products: ['school'],
    newNames: new NetworkNames(database.db, 100),
    now,
  });
  return {
    collector,
    send: (ip: string, keys: readonly string[], facts: object = { pi: 'p' }) =>
      collector.take(Buffer.from(bodyOf({ events: keys.map(e => newEvent({ e })), facts: [facts] })), ip),
    stored: async () =>
      (await log.partition(0).read(0, 1 << 30)).records.flatMap(({ bytes }) => readRecord(bytes).events),
    keys: async () =>
      (await log.partition(0).read(0, 1 << 30)).records.flatMap(({ bytes }) =>
        readRecord(bytes).events.map(({ key }) => key),
      ),
  };
};
const madeUp = (mark: string, count: number) => Array.from({ length: count }, (_, n) => `${mark}-${n}`);

test.each([
  ['a /24', (n: number) => `203.0.113.${n}`],
  ['a /48', (n: number) => `2001:db8:7:${n}::1`],
])('what %s makes up counts as others beyond a tenth, and others keep their names', async (network, ip) => {
  const { send, keys, collector } = open();
  for (let n = 0; n < 10; n += 1) await send(ip(n), madeUp(`made-up-${n}`, 20));
  await send('198.51.100.7', ['lesson.open', 'lesson.close']);
  const stored = await keys();
  const through = stored.filter(key => key.startsWith('made-up')).length;
  noteAttack({ attack: `names of events from ${network}: new ones in sums`, tried: 200, through, may: 10 });
  expect(through).toBe(10);
  expect(stored.filter(key => key === 'others')).toHaveLength(190);
  expect(stored.slice(-2)).toEqual(['lesson.open', 'lesson.close']);
  expect(collector.counts).toMatchObject({ accepted: 202, others: 10 });
});

test('a name that is stored costs nothing, from any network and in any process', async () => {
  await open().send('198.51.100.7', ['lesson.open']);
  const { send, keys } = open();
  await send('203.0.113.7', madeUp('made-up', 20));
  await send('203.0.113.8', ['lesson.open', 'another']);
  expect((await keys()).slice(-2)).toEqual(['lesson.open', 'others']);
});

test('platforms are names, too; the rest of the event stays', async () => {
  const { send, stored } = open();
  await send('203.0.113.7', madeUp('made-up', 20));
  await send('203.0.113.7', ['made-up-0'], { pi: 'p', pf: 'made-up platform', l: 'zh-CN' });
  expect((await stored()).at(-1)).toMatchObject({ key: 'made-up-0', platform: 'others', language: 'zh-CN' });
});

test("the library's own records keep their keys", async () => {
  const { send, keys } = open();
  await send('203.0.113.7', madeUp('made-up', 20));
  await send('203.0.113.7', ['consent', 'dropped']);
  expect((await keys()).slice(-2)).toEqual(['consent', 'dropped']);
});

test('the next hour has new names', async () => {
  const now = heldClock();
  const { send, keys } = open(now);
  await send('203.0.113.7', madeUp('made-up', 20));
  now.move(HOUR);
  await send('203.0.113.7', ['later', 'made-up-19']);
  expect((await keys()).slice(-2)).toEqual(['later', 'made-up-19']);
});

test('pages of this machine are not a stranger', async () => {
  const { send, keys } = open();
  await send('127.0.0.1', madeUp('mine', 50));
  expect(await keys()).not.toContain('others');
});

test('a database that is away shuts out nobody within the budget', async () => {
  const gone = await testDatabase();
  await gone.close();
  const names = new NetworkNames(gone.db, 100);
  expect(await names.others(['a', 'b'], '203.0.113.7', 0)).toEqual(new Set());
  expect((await names.others(madeUp('c', 20), '203.0.113.7', 0)).size).toBe(12);
});

test('names that nobody met for 90 days are forgotten, those that are met stay', async () => {
  const at = Date.parse('2026-11-21T08:00:00Z');
  const met = (names: readonly string[], time: number) =>
    new NetworkNames(database.db, 100).others(names, '203.0.113.7', time);
  await met(['old', 'used'], at);
  await met(['used'], at + 60 * DAY);
  expect(await forgetNames(database.db, at + 91 * DAY)).toBe(1);
  const left = await database.db.selectFrom('usage_names').select('seen_at').execute();
  expect(left).toEqual([{ seen_at: new Date(at + 60 * DAY) }]);
});
