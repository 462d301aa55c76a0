/** What the view of web vitals asks the server for before it is drawn, and again after a choice. */
import { expect, test } from 'vitest';
import type { Client } from '../client/client.ts';
import { vitalsRoute } from './vitals.tsx';

const { loaderDeps, loader } = vitalsRoute.options as unknown as {
  loaderDeps: (from: { search: object }) => object;
  loader: (given: object) => Promise<{ vitals: readonly unknown[] }>;
};

const search = {
  product: 'school',
  period: 'week',
  from: '',
  to: '',
  page: '',
  release: '',
  device: '',
  network: '',
  metric: 'LCP',
  as: 'chart',
};
const depsOf = (change: object) => loaderDeps({ search: { ...search, ...change } });

test('a metric, a page and a release are chosen from one answer; what narrows the visits asks again', () => {
  for (const change of [{ metric: 'CLS' }, { page: '/lesson' }, { release: 'r2' }, { as: 'table' }])
    expect(depsOf(change)).toEqual(depsOf({}));
  for (const change of [
    { product: 'other' },
    { period: 'day' },
    { from: '2026-11-01' },
    { to: '2026-11-02' },
    { device: 'phone' },
    { network: '4g' },
  ])
    expect(depsOf(change)).not.toEqual(depsOf({}));
});

const loadedFrom = async (change: object) => {
  const calls: string[] = [];
  const client = {
    call: async (name: string) => {
      calls.push(name);
      return name === 'getVitals' ? { vitals: [{ page: '/' }] } : { items: ['school'], next: null };
    },
  } as unknown as Client;
  const { vitals } = await loader({
    context: { client },
    deps: depsOf(change),
    parentMatchPromise: Promise.resolve({ loaderData: { product: 'school', sample: false } }),
    abortController: new AbortController(),
  });
  return { rows: vitals.length, trends: calls.filter(name => name === 'getVitalTrend').length };
};

test('the list does not wait for the trend', async () => {
  expect(await loadedFrom({ device: 'phone' })).toEqual({ rows: 1, trends: 0 });
});
