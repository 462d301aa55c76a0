import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs at once, then once for all calls meanwhile', () => {
  const work = vi.fn();
  const ask = throttle(work, 200);
  ask();
  expect(work).toHaveBeenCalledTimes(1);
  ask();
  ask();
  vi.advanceTimersByTime(199);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('does nothing after it is cancelled, until the next call', () => {
  const work = vi.fn();
  const ask = throttle(work, 200);
  ask();
  ask();
  ask.cancel();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
  ask();
  expect(work).toHaveBeenCalledTimes(2);
});

test('for any sequence of calls two runs are never closer than the pause, and the last call is always served', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { maxLength: 60 }), waits => {
      const done: number[] = [];
      const ask = throttle(() => done.push(Date.now()), 200);
      let last = 0;
      for (const wait of waits) {
        vi.advanceTimersByTime(wait);
        last = Date.now();
        ask();
      }
      vi.advanceTimersByTime(1_000);
      for (const [index, time] of done.entries())
        if (index > 0) expect(time - (done[index - 1] ?? 0)).toBeGreaterThanOrEqual(200);
      if (waits.length > 0) {
        expect(done.at(-1)).toBeGreaterThanOrEqual(last);
        expect((done.at(-1) ?? 0) - last).toBeLessThanOrEqual(200);
      }
    }),
  );
});
