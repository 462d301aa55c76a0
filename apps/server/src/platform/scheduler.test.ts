import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Job, startScheduler } from './scheduler.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (jobs: readonly Job[]) => {
  const warned: unknown[] = [];
  const scheduler = startScheduler({
    jobs,
    now: () => 7,
    log: { warn: (what: unknown) => void warned.push(what) },
  });
  return { scheduler, warned };
};

test('a job runs at once and at its interval, with the time; none after the end', async () => {
  const run = vi.fn(async () => {});
  const { scheduler } = start([{ name: 'cleanup', everyMs: 1000, run }]);
  expect(run).toHaveBeenCalledExactlyOnceWith(7);
  await vi.advanceTimersByTimeAsync(2500);
  expect(run).toHaveBeenCalledTimes(3);
  await scheduler.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a job with a delay runs first after it', async () => {
  const run = vi.fn(async () => {});
  const { scheduler } = start([{ name: 'retention', everyMs: 1000, firstMs: 300, run }]);
  await vi.advanceTimersByTimeAsync(299);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1001);
  expect(run).toHaveBeenCalledTimes(2);
  await scheduler.close();
});

test('a job does not overlap with itself, and the end waits for it', async () => {
  let finish = () => {};
  const run = vi.fn(() => new Promise<void>(resolve => (finish = resolve)));
  const { scheduler } = start([{ name: 'slow', everyMs: 1000, run }]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(run).toHaveBeenCalledTimes(1);
  const ended = vi.fn();
  const end = scheduler.close().then(ended);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).not.toHaveBeenCalled();
  finish();
  await end;
});

test('a job that fails is logged by name, runs again, and keeps no other from running', async () => {
  const broken = vi.fn(async () => {
    throw new Error('no database');
  });
  const other = vi.fn(async () => {});
  const { scheduler, warned } = start([
    { name: 'broken', everyMs: 1000, run: broken },
    { name: 'other', everyMs: 1000, run: other },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([broken.mock.calls.length, other.mock.calls.length]).toEqual([2, 2]);
  expect(warned).toMatchObject([{ job: 'broken' }, { job: 'broken' }]);
  await scheduler.close();
});
