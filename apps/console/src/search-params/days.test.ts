import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayEnd, dayOf, dayStart } from './days.ts';

test('finds the day of a time', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2100, 0, 1) }), at => {
      const day = dayOf(at);
      expect(dayStart(day)).toBeLessThanOrEqual(at);
      expect(dayEnd(day)).toBeGreaterThan(at);
    }),
  );
});

test('gives no time for an empty day', () => {
  expect(dayStart('')).toBeUndefined();
  expect(dayEnd('')).toBeUndefined();
});
