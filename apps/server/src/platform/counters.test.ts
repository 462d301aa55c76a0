import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldClock } from '../app/testing.ts';
import { createCounters } from './counters.ts';

const WINDOW = 1_000;

test('what was counted more than two windows ago is over, and the last window counts whole', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 }), steps => {
      const now = heldClock();
      const counters = createCounters(WINDOW, now);
      const times: number[] = [];
      for (const step of steps) {
        now.move(step);
        counters.add('a');
        times.push(now());
        const bucket = Math.floor(now() / WINDOW) * WINDOW;
        const inBucket = times.filter(at => at >= bucket).length;
        const recent = times.filter(at => at > bucket - WINDOW - 1).length;
        expect(counters.count('a')).toBeGreaterThanOrEqual(inBucket);
        expect(counters.count('a')).toBeLessThanOrEqual(recent);
      }
      now.move(2 * WINDOW);
      expect(counters.count('a')).toBe(0);
    }),
  );
});

test('keeps so many names and no more, and forgets the one that was counted longest ago', () => {
  const counters = createCounters(WINDOW, heldClock(), 3);
  for (const name of ['a', 'b', 'c', 'a', 'd']) counters.add(name);
  expect(['a', 'b', 'c', 'd'].map(name => counters.count(name))).toEqual([2, 0, 1, 1]);
});

test('a clock that is put back leaves nobody counted', () => {
  const now = heldClock();
  const counters = createCounters(WINDOW, now);
  counters.add('a');
  now.move(-10 * WINDOW);
  expect(counters.count('a')).toBe(0);
  counters.add('a');
  expect(counters.count('a')).toBe(1);
});

test('one name is forgotten at a word', () => {
  const counters = createCounters(WINDOW, heldClock());
  counters.add('a');
  counters.add('b');
  counters.forget('a');
  expect([counters.count('a'), counters.count('b')]).toEqual([0, 1]);
});
