import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayEnd, dayOf, dayStart, hourOf, isoPoint } from './zone.ts';

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

test('counts days and hours as Beijing does, wherever the operator is', () => {
  expect(dayOf(Date.UTC(2026, 10, 20, 15, 59))).toBe('2026-11-20');
  expect(dayOf(Date.UTC(2026, 10, 20, 16, 0))).toBe('2026-11-21');
  expect(dayOf(Date.UTC(2026, 2, 1, 0, 0), 1)).toBe('2026-02-28');
  expect(hourOf(Date.UTC(2026, 10, 20, 16, 59))).toBe('2026-11-21T00');
  expect(dayStart('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 16));
  expect(new Date(isoPoint('2026-11-21T08')).getTime()).toBe(Date.UTC(2026, 10, 21));
  expect(isoPoint('2026-11-21')).toBe('2026-11-21');
});
