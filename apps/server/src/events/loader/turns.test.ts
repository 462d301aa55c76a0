import { expect, test } from 'vitest';
import { heldClock } from '../../app/testing.ts';
import { newEvent } from '../../features/usage/testing/batches.ts';
import { MemoryLog } from '../../features/usage/testing/memory-log.ts';
import { dataRecord } from '../record/record.ts';
import type { Batch } from '../store/event-store.ts';
import { Loaders } from './loaders.ts';

const PARTITIONS = 6;
const AT_ONCE = 4;

/** Loaders whose loads the test ends. */
const world = () => {
  const now = heldClock();
  const log = new MemoryLog(Number.POSITIVE_INFINITY, PARTITIONS);
  const meta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false } as const;
  const reportToAll = () => {
    for (let n = 0; n < PARTITIONS; n += 1)
      log.partition(n).append([dataRecord(now(), { meta, ext: [{}], body: [newEvent()] })]);
  };
  const running: { readonly batch: Batch; readonly end: () => void }[] = [];
  const loaders = new Loaders({
    log,
    share: 'all',
    store: {
      position: async () => ({ loadedTo: 0 }),
      load: batch => new Promise(resolve => running.push({ batch, end: () => resolve(0) })),
      loadPart: async () => 0,
      check: async () => {},
      moveTo: async () => {},
      products: async () => ['school'],
    },
    consents: { record: async () => {}, permitted: async events => events },
    quarantine: { add: async () => 0 },
    productNames: { know: () => {}, admitted: async products => products },
    now,
    busy: () => false,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    pause: async () => {},
  });
  const begun = (count: number) => expect.poll(() => running.length).toBe(count);
  return { log, loaders, running, begun, reportToAll };
};

test('the partitions of a process take turns, four at once, and each loads what came in while it waited', async () => {
  const { loaders, running, begun, reportToAll } = world();
  reportToAll();
  await begun(AT_ONCE);
  reportToAll();
  for (const { end } of running.slice(0, 2)) end();
  await begun(PARTITIONS);
  expect(running.map(({ batch }) => batch.partition)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(running.map(({ batch }) => batch.events.length)).toEqual([1, 1, 1, 1, 2, 2]);
  // Those that had their turn come behind those that waited.
  for (const { end } of running.slice(2)) end();
  await begun(PARTITIONS + 4);
  for (const { end } of running.slice(PARTITIONS)) end();
  await expect.poll(() => loaders.counts.events).toBe(2 * PARTITIONS);
  await loaders.close();
});

test('a partition whose batch is loaded leaves its turn before the log has removed that', async () => {
  const { log, loaders, running, begun, reportToAll } = world();
  let remove = () => {};
  const removing = new Promise<void>(resolve => (remove = resolve));
  for (let n = 0; n < AT_ONCE; n += 1) log.partition(n).release = () => removing;
  reportToAll();
  await begun(AT_ONCE);
  for (const { end } of running) end();
  await begun(PARTITIONS);
  expect(running.slice(AT_ONCE).map(({ batch }) => batch.partition)).toEqual([4, 5]);
  for (const { end } of running) end();
  remove();
  await loaders.close();
});

test('a partition that waits for its turn is left without one', async () => {
  const { loaders, running, begun, reportToAll } = world();
  reportToAll();
  await begun(AT_ONCE);
  const closed = loaders.close();
  await expect.poll(() => loaders.partitions).toEqual([0, 1, 2, 3]);
  for (const { end } of running) end();
  await closed;
  expect(running).toHaveLength(AT_ONCE);
});
