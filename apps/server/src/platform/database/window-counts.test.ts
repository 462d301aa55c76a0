import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { createWindowCounts } from './window-counts.ts';

const MINUTE = 60_000;
let database: TestDatabase;
let now: HeldClock;
let last = 0;
beforeAll(async () => {
  database = await testDatabase();
  now = heldClock();
});
afterAll(() => database.close());

/** The counts of one more server; all share the database. */
const server = (clock: () => number = now) => {
  const key = Buffer.from('key');
  return createWindowCounts({ db: database.db, key, use: 'test', windowMs: MINUTE, now: clock });
};
const newName = () => `name ${(last += 1)}`;
const toStartOfMinute = () => now.move(MINUTE - (now() % MINUTE));

test('two servers count the same names, and each name for itself', async () => {
  const [a, b] = [server(), server()];
  const [one, two] = [newName(), newName()];
  expect(await a.add([one, two])).toEqual([1, 1]);
  expect(await b.add([two])).toEqual([2]);
  expect(await a.count([two, '', newName(), one])).toEqual([2, 0, 0, 1]);
});

test('a hundred at once get a hundred numbers', async () => {
  const servers = [server(), server(), server()];
  const names = [newName(), newName()];
  const order = (n: number) => (n % 2 ? names : names.toReversed());
  const counts = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => servers[n % 3]?.add(order(n)) ?? []),
  );
  expect(counts.map(([first = 0]) => first).sort((x, y) => x - y)).toEqual(
    Array.from({ length: 100 }, (_, n) => n + 1),
  );
});

test('the window slides, and ends', async () => {
  const counts = server();
  const name = newName();
  toStartOfMinute();
  for (let n = 0; n < 10; n += 1) await counts.add([name]);
  now.move(MINUTE + MINUTE / 2);
  expect(await counts.count([name])).toEqual([5]);
  expect(await counts.add([name])).toEqual([6]);
  now.move(MINUTE);
  expect(await counts.count([name])).toEqual([0]);
  now.move(5 * MINUTE);
  expect(await counts.add([name])).toEqual([1]);
});

test('a server whose clock is a little behind loses no counts at the end of a window', async () => {
  const name = newName();
  toStartOfMinute();
  const ahead = server();
  const behind = server(() => now() - 100);
  for (let n = 0; n < 5; n += 1) await ahead.add([name]);
  expect(await behind.add([name])).toEqual([6]);
  expect(await ahead.add([name])).toEqual([7]);
});

test('names are stored as hashes', async () => {
  const name = newName();
  await server().add([name]);
  const { rows } = await database.pool.query("select encode(name, 'escape') as name from window_counts");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(name);
});

test('never more than were counted in two windows, and never fewer than in the running one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: MINUTE }), { maxLength: 20 }), async waits => {
      const counts = server();
      const name = newName();
      const times: number[] = [];
      for (const wait of waits) {
        now.move(wait);
        times.push(now());
        const [count = 0] = await counts.add([name]);
        const period = Math.floor(now() / MINUTE);
        const of = (n: number) => times.filter(time => Math.floor(time / MINUTE) === n).length;
        expect(count).toBeGreaterThanOrEqual(of(period));
        expect(count).toBeLessThanOrEqual(of(period) + of(period - 1));
      }
    }),
    { numRuns: 30 },
  );
});
