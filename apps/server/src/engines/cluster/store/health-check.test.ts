import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withHealthCheck } from './health-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EVERY = 5_000;
/** A request that is answered by `answer`, or ends when it is given up. */
const request = () => {
  let answer: (value: string) => void = () => {};
  const run = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      answer = resolve;
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  return { run, answer: (value: string) => answer(value) };
};

it('waits as long as the server works on it', async () => {
  const { run, answer } = request();
  const isRunning = vi.fn(async () => true);
  const result = withHealthCheck({ isRunning, every: EVERY }, run);
  await vi.advanceTimersByTimeAsync(20 * EVERY);
  expect(isRunning).toHaveBeenCalledTimes(20);
  answer('done');
  expect(await result).toBe('done');
});

it('gives a request up after two looks in a row without a yes, not after one', async () => {
  const answers = [false, true, false, false];
  const isRunning = vi.fn(async () => answers.shift() ?? true);
  const settled = vi.fn();
  const result = withHealthCheck({ isRunning, every: EVERY }, request().run).catch((error: unknown) => {
    settled();
    return error;
  });
  await vi.advanceTimersByTimeAsync(3 * EVERY);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(await result).toMatchObject({ name: 'StoreUnavailable' });
});

it('asks nothing of a request that is answered soon, and nothing afterwards', async () => {
  const { run, answer } = request();
  const isRunning = vi.fn(async () => false);
  const result = withHealthCheck({ isRunning, every: EVERY }, run);
  answer('soon');
  expect(await result).toBe('soon');
  await vi.advanceTimersByTimeAsync(3 * EVERY);
  expect(isRunning).not.toHaveBeenCalled();
});

it('leaves the answer of a request that comes while a look waits', async () => {
  const { run, answer } = request();
  const checks: ((answered: boolean) => void)[] = [];
  const isRunning = () => new Promise<boolean>(resolve => checks.push(resolve));
  const result = withHealthCheck({ isRunning, every: EVERY }, run);
  await vi.advanceTimersByTimeAsync(EVERY);
  answer('done');
  expect(await result).toBe('done');
  checks[0]?.(false);
  await vi.advanceTimersByTimeAsync(9 * EVERY);
  expect(checks).toHaveLength(1);
});

it('passes on what a request fails with', async () => {
  const failure = new Error('Code: 62');
  const result = withHealthCheck({ isRunning: async () => true, every: EVERY }, () =>
    Promise.reject(failure),
  );
  await expect(result).rejects.toBe(failure);
});
