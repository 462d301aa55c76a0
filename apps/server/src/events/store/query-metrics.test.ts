import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { QueryCancelled, QueryQueueFull, StoreUnavailable } from './errors.ts';
import { createQueryMetrics, folderBytes } from './query-metrics.ts';

test('measures each query under its name, by outcome, and passes answers and errors on', async () => {
  const registry = new Registry();
  const metrics = createQueryMetrics(async () => 0);
  metrics.addMetrics(registry);
  expect(await metrics.measured('trend', async () => 3)).toBe(3);
  const errors = [
    new QueryQueueFull(),
    new QueryCancelled('time'),
    new QueryCancelled('caller'),
    new StoreUnavailable('away'),
    new Error('else'),
  ];
  for (const error of errors)
    await expect(metrics.measured('trend', () => Promise.reject(error))).rejects.toBe(error);
  const { values } = await registry.getSingleMetric('rollcall_query_seconds')!.get();
  const counts = values
    .filter(value => 'metricName' in value && value.metricName === 'rollcall_query_seconds_count')
    .map(({ labels, value }) => [labels['query'], labels['outcome'], value]);
  expect(counts).toEqual([
    ['trend', 'ok', 1],
    ['trend', 'queue-full', 1],
    ['trend', 'timed-out', 1],
    ['trend', 'left', 1],
    ['trend', 'unavailable', 1],
    ['trend', 'fault', 1],
  ]);
});

test('a store that does not tell its size leaves the other metrics readable', async () => {
  const registry = new Registry();
  createQueryMetrics(() => Promise.reject(new Error('away'))).addMetrics(registry);
  expect(await registry.metrics()).not.toMatch(/^rollcall_event_store_bytes /m);
});

test('counts the bytes of the files in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-'));
  await writeFile(join(folder, 'a'), 'abc');
  await mkdir(join(folder, 'within'));
  expect(await folderBytes(folder)).toBe(3);
  await rm(folder, { recursive: true });
  expect(await folderBytes(folder)).toBe(0);
});
