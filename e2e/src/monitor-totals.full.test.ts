/** From the library's `fetch` to what the console shows: the sums of 100,000 calls, of which one in ten is reported. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIntake } from '../../apps/server/src/features/monitoring/intake.ts';
import { duckDialect } from '../../apps/server/src/engines/embedded/store/dialect.ts';
import { calls as callsOf } from '../../apps/server/src/features/monitoring/queries.ts';
import { AT, type TestStore, testStore } from '../../apps/server/src/features/monitoring/testing.ts';
import { start } from '../../packages/monitor/src/index.ts';
import { TestPage } from '../../packages/monitor/src/testing.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

/** Numbers from 0 to below 1, the same in every run (mulberry32). */
const generator = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const CALLS = 100_000;

test.each([
  ['visits of 1 to 60 calls', 1, (random: () => number) => 1 + Math.floor(random() * 60)],
  ['visits of 1 to 60 calls, again', 2, (random: () => number) => 1 + Math.floor(random() * 60)],
  ['visits of 5,000 calls', 3, () => 5_000],
])('the weighted totals are right within 1 %: %s [9.samples]', async (_, seed, lengthOf) => {
  await store.clear();
  const random = generator(seed);
  const nothing = {
    insertInto: () => ({ values: () => ({ onConflict: () => ({ execute: async () => [] }) }) }),
  };
  const intake = createIntake({
    append: reports => store.add(reports),
    db: nothing as never,
    maps: { read: async () => [] },
    now: () => AT - 1000,
    log: { warn: (given: unknown) => expect.unreachable(JSON.stringify(given)) } as never,
  });
  const truth = { total: 0, succeeded: 0, business: 0, failed: 0, ms: 0 };
  const statusOf = (chance: number) => (chance < 0.95 ? 200 : chance < 0.99 ? 400 : 500);
  let reported = 0;
  let waiting = 0;
  while (truth.total < CALLS) {
    let status = 200;
    const page: TestPage = new TestPage(async () => ({ status }));
    start({ product: 'school', release: 'r1', random, vitals: () => new Promise(() => {}) }, page.browser);
    for (let left = lengthOf(random); left > 0 && truth.total < CALLS; left--) {
      status = statusOf(random());
      truth.total += 1;
      truth[status === 200 ? 'succeeded' : status === 400 ? 'business' : 'failed'] += 1;
      await page.browser.fetch(`/lessons/${truth.total}`);
    }
    page.hide();
    for (const beacon of page.beacons()) {
      expect(beacon).toMatchObject({ malformed: 0, dropped: 0 });
      reported += beacon.reports.length;
      waiting += beacon.reports.length;
      intake.take(beacon, '192.0.2.1');
    }
    // It holds so many at most.
    if (waiting > 2_000) {
      await intake.settled();
      waiting = 0;
    }
  }
  await intake.settled();
  expect(intake.counts).toMatchObject({ kept: reported, dropped: { waiting: 0 } });
  const context = { client: store, dialect: duckDialect };
  const { calls } = await callsOf(context, { product: 'school', from: AT - 60_000, to: AT });
  expect(calls).toHaveLength(1);
  const [row] = calls;
  expect(row).toMatchObject({ call: 'GET /lessons/:id', business: truth.business, failed: truth.failed });
  expect(Math.abs((row?.succeeded ?? 0) / truth.succeeded - 1)).toBeLessThan(0.01);
  expect(Math.abs((row?.total ?? 0) / truth.total - 1)).toBeLessThan(0.01);
  expect(Math.abs((row?.success_share ?? 0) - truth.succeeded / truth.total)).toBeLessThan(0.01);
  expect(reported).toBeLessThan(0.16 * CALLS);
  console.log(
    `${CALLS} calls, ${reported} reported: total ${row?.total} (truth ${truth.total}), succeeded ${row?.succeeded} (truth ${truth.succeeded})`,
  );
});
