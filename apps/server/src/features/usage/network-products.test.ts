/** Where any product code is taken, what one network makes up shuts out nobody else's products. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldClock, testDatabase } from '../../app/testing.ts';
import { InstallationProductNames } from '../../events/loader/product-names.ts';
import { readRecord } from '../../events/record/record.ts';
import { Collector } from './collector.ts';
import { RecentRefusals } from './recent-refusals.ts';
import { NetworkProducts, NEW_PRODUCTS } from './network-products.ts';
import { bodyOf, newEvent } from './testing/batches.ts';
import { MemoryLog } from './testing/memory-log.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
const now = heldClock();

const open = () => {
  const log = new MemoryLog();
  const { db } = database;
  const refusals = new RecentRefusals();
  const collector = new Collector({
    log,
    products: undefined,
    newProducts: new NetworkProducts(db),
    now,
    refusals,
  });
  const loader = new InstallationProductNames(db, NEW_PRODUCTS);
  return {
    refusals,
    send: (product: string, ip: string) =>
      collector.take(Buffer.from(bodyOf({ events: [newEvent()], meta: { product_code: product } })), ip),
    /** The products under which the loader stores what came. */
    stored: async () => {
      const { records } = await log.partition(0).read(0, 1 << 30);
      const came = records.flatMap(({ bytes }) => readRecord(bytes).events.map(({ product }) => product));
      const admitted = await loader.admitted(new Set(came), now());
      return came.map(product => (admitted.has(product) ? product : 'other'));
    },
  };
};

test('a network that makes up products spends a quarter of the new ones of an hour, and others keep their names', async () => {
  const { send, stored, refusals } = open();
  for (let n = 0; n < 60; n += 1) await send(`made-up-${n}`, `203.0.113.${n}`);
  for (let n = 0; n < 60; n += 1) await send(`made-up-v6-${n}`, `2001:db8:7:${n}::1`);
  await send('school', '198.51.100.7');
  const names = await stored();
  expect(names.filter(name => name.startsWith('made-up-v6-'))).toHaveLength(5);
  expect(names.filter(name => /^made-up-\d/.test(name))).toHaveLength(5);
  expect(names.at(-1)).toBe('school');
  // An integrator sees which products did not get their name, and why.
  expect(refusals.list({ product: 'made-up-59' })).toMatchObject([{ why: 'other', batch: true }]);
  expect(refusals.list({ product: 'school' })).toEqual([]);

  // A process that starts again knows what is stored, from any network.
  const again = open();
  for (let n = 0; n < 60; n += 1) await again.send(`more-${n}`, '203.0.113.9');
  await again.send('school', '203.0.113.9');
  expect((await again.stored()).at(-1)).toBe('school');
});
