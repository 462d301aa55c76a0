import { MONITOR_DAYS } from '@rollcall/contract/console';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filled, isCut, isProduct, monitorPeriods, rangeOf } from './period.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-21T18:00+08:00');
/** When a day begins in Beijing. */
const begins = (day: string) => Date.parse(`${day}T00:00+08:00`);
const own = (from: string, to: string) => rangeOf({ period: 'own', from, to }, now);

test('ends a period now, and a custom one at the end of its last day', () => {
  expect(rangeOf({ period: 'hour', from: '', to: '' }, now)).toEqual({ from: now - HOUR, to: now });
  expect(own('2026-11-20', '2026-11-20')).toEqual({
    from: begins('2026-11-20'),
    to: begins('2026-11-21'),
  });
  // typed the wrong way round, or left open
  expect(own('2026-11-20', '2026-11-18')).toEqual(own('2026-11-18', '2026-11-20'));
  expect(own('2026-11-20', '')).toEqual({ from: begins('2026-11-20'), to: now });
  expect(own('', '')).toEqual({ from: now - 168 * HOUR, to: now });
});

test('tells that of a longer period only the end is shown', () => {
  const cut = (from: string, to: string) => isCut({ period: 'own', from, to }, now);
  expect(cut('2026-10-21', '2026-11-20')).toBe(false);
  expect(cut('2026-10-20', '2026-11-20')).toBe(true);
  expect(cut('2026-11-20', '2026-10-20')).toBe(true);
  expect(cut('2026-01-01', '')).toBe(true);
  expect(cut('', '2026-11-20')).toBe(false);
  expect(isCut({ period: 'month', from: '2026-01-01', to: '' }, now)).toBe(false);
});

test('the server accepts the range of any days in the address', () => {
  const date = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    .map(at => at.toISOString().slice(0, 10));
  const some = fc.oneof(fc.constant(''), date);
  fc.assert(
    fc.property(fc.constantFrom(...monitorPeriods), some, some, (period, from, to) => {
      const range = rangeOf({ period, from, to }, now);
      expect(range.from).toBeLessThan(range.to);
      expect(range.to - range.from).toBeLessThanOrEqual(MONITOR_DAYS * 24 * HOUR);
    }),
  );
});

test('ignores a malformed product code in the address', () => {
  expect(isProduct('two words')).toBe(false);
  expect(isProduct('contest.v2')).toBe(true);
  expect(isProduct('x'.repeat(65))).toBe(false);
});

test('fills points without a report with 0, and loses none', () => {
  expect(filled([{ at: 2 * HOUR, count: 7 }], HOUR, { from: HOUR + 5, to: 4 * HOUR })).toEqual([
    { at: HOUR, count: 0 },
    { at: 2 * HOUR, count: 7 },
    { at: 3 * HOUR, count: 0 },
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom(60, 900, 86_400),
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 20 }),
      (from, span, step, places) => {
        const to = from + span;
        // the server's bins: each moment down to a multiple of the step
        const bins = new Map<number, number>();
        for (const place of places) {
          // a whole number, as a sum of fractions may be rounded up to `to`
          const moment = from + Math.floor(place * span);
          const at = Math.floor(moment / step) * step;
          bins.set(at, (bins.get(at) ?? 0) + 1);
        }
        const points = filled(
          [...bins].map(([at, count]) => ({ at, count })),
          step,
          { from, to },
        );
        expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(places.length);
      },
    ),
  );
});
