import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('returns the result of work that ends within the limit, and leaves no timer', async () => {
  expect(await withTimeout(100, async () => 'done')).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('throws the error of the work, and leaves no timer', async () => {
  const failed = withTimeout(100, async () => {
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(vi.getTimerCount()).toBe(0);
});

test('throws when the limit is reached, and aborts the signal of work that goes on', async () => {
  let signal: AbortSignal | undefined;
  const limited = withTimeout(
    100,
    given => {
      signal = given;
      return new Promise<never>(() => undefined);
    },
    () => new Error('timeout'),
  );
  const outcome = limited.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(99);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual(new Error('timeout'));
  expect(signal?.aborted).toBe(true);
});
