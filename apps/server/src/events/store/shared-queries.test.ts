import { beforeEach, expect, test } from 'vitest';
import { QueryCancelled } from './errors.ts';
import type { ResultRow, QueryOptions } from './query-client.ts';
import { SharedQueries } from './shared-queries.ts';

/** The queries that ran, each to be answered by the test. */
let runs: {
  readonly sql: string;
  readonly options: QueryOptions | undefined;
  answer(rows: readonly ResultRow[]): void;
  fail(error: Error): void;
}[];
let version: number;
let shared: SharedQueries;
const client = {
  query: (sql: string, _values: unknown, options?: QueryOptions) =>
    new Promise<readonly never[]>((resolve, reject) => {
      runs.push({ sql, options, answer: rows => resolve(rows as readonly never[]), fail: reject });
      options?.signal?.addEventListener('abort', () => reject(new QueryCancelled('caller')));
    }),
};
beforeEach(() => {
  runs = [];
  version = 0;
  shared = new SharedQueries({ client, version: () => version });
});

const rows = [{ one: 1 }];

test('equal queries share one run, others have their own', async () => {
  const asked = [
    shared.query('a', { day: 1 }),
    shared.query('a', { day: 1 }),
    shared.query('a', { day: 2 }),
    shared.query('a', { day: 1 }, { light: true }),
  ];
  expect(runs).toHaveLength(3);
  for (const run of runs) run.answer(rows);
  expect(await Promise.all(asked)).toEqual([rows, rows, rows, rows]);
});

test('an answer is kept until the data changes', async () => {
  const first = shared.query('a');
  runs[0]?.answer(rows);
  await first;
  expect(await shared.query('a')).toEqual(rows);
  expect(runs).toHaveLength(1);
  version = 1;
  void shared.query('a');
  expect(runs).toHaveLength(2);
});

test('an answer that was read while the data changed is not kept, nor joined by who asks after', async () => {
  const first = shared.query('a');
  version = 1;
  const second = shared.query('a');
  expect(runs).toHaveLength(2);
  runs[0]?.answer([{ one: 0 }]);
  expect(await first).toEqual([{ one: 0 }]);
  runs[1]?.answer(rows);
  expect(await second).toEqual(rows);
  expect(await shared.query('a')).toEqual(rows);
  expect(runs).toHaveLength(2);
});

test('a run is cancelled when its last caller leaves, not before', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const asked = [one, other].map(({ signal }) => shared.query('a', {}, { signal }));
  one.abort();
  await expect(asked[0]).rejects.toMatchObject({ why: 'caller' });
  expect(runs[0]?.options?.signal?.aborted).toBe(false);
  other.abort();
  await expect(asked[1]).rejects.toMatchObject({ why: 'caller' });
  expect(runs[0]?.options?.signal?.aborted).toBe(true);
  // A later one begins again.
  const later = shared.query('a');
  runs[1]?.answer(rows);
  expect(await later).toEqual(rows);
});

test('every caller of a run has its error, and the next one tries again', async () => {
  const asked = [shared.query('a'), shared.query('a')];
  runs[0]?.fail(new Error('away'));
  for (const each of asked) await expect(each).rejects.toThrow('away');
  const next = shared.query('a');
  runs[1]?.answer(rows);
  expect(await next).toEqual(rows);
});

test('who joined a run whose time is over has a run of the own time, once', async () => {
  const asked = [1, 2, 3].map(() => shared.query('a'));
  runs[0]?.fail(new QueryCancelled('time'));
  await expect(asked[0]).rejects.toMatchObject({ why: 'time' });
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.answer(rows);
  expect(await Promise.all(asked.slice(1))).toEqual([rows, rows]);
  const again = [1, 2].map(() => shared.query('b'));
  runs[2]?.fail(new QueryCancelled('time'));
  await expect(again[0]).rejects.toMatchObject({ why: 'time' });
  await expect.poll(() => runs.length).toBe(4);
  runs[3]?.fail(new QueryCancelled('time'));
  await expect(again[1]).rejects.toMatchObject({ why: 'time' });
  expect(runs).toHaveLength(4);
});

test('answers are kept up to a number of rows together', async () => {
  const large = Array.from({ length: 5_000 }, () => ({ one: 1 }));
  for (let n = 0; n < 12; n += 1) {
    const asked = shared.query(`large ${n}`);
    runs[n]?.answer(large);
    await asked;
  }
  await shared.query('large 11');
  expect(runs).toHaveLength(12);
  void shared.query('large 0');
  expect(runs).toHaveLength(13);
});

test('without a version nothing is kept', async () => {
  const others = new SharedQueries({ client });
  const asked = [others.query('a'), others.query('a')];
  expect(runs).toHaveLength(1);
  runs[0]?.answer(rows);
  await Promise.all(asked);
  void others.query('a');
  expect(runs).toHaveLength(2);
});

test('refuses a query whose signal is aborted already', async () => {
  await expect(shared.query('a', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    why: 'caller',
  });
  expect(runs).toHaveLength(0);
});
