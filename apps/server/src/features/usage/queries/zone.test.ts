import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../platform/refusal.ts';
import { axisOf, periodOf } from './period.ts';
import { addDays, dateAt, dayStart, offsetAt, zonePieces } from './zone.ts';

const HOUR = 3_600_000;
const zones = [
  'Asia/Shanghai',
  'UTC',
  'America/New_York',
  'Europe/London',
  'Pacific/Auckland',
  'America/Santiago',
];
const times = fc.integer({ min: Date.UTC(2021, 0, 1), max: Date.UTC(2031, 0, 1) });

describe('time zones', () => {
  it('have the offset of every hour of a period, across changes of the clocks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), times, fc.integer({ min: 1, max: 400 }), (zone, start, days) => {
        const from = Math.floor(start / HOUR) * HOUR;
        const pieces = zonePieces(zone, from, from + days * 24 * HOUR);
        for (let at = from; at < from + days * 24 * HOUR; at += 7 * HOUR) {
          expect(pieces.findLast(piece => piece.from <= at)?.hours).toBe(offsetAt(zone, at));
        }
        for (const { from: change } of pieces.slice(1)) {
          expect(offsetAt(zone, change)).not.toBe(offsetAt(zone, change - 1));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('begin a day at its local midnight', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), times, (zone, time) => {
        const date = dateAt(zone, time);
        const start = dayStart(zone, date);
        expect(start).toBeLessThanOrEqual(time);
        expect(dayStart(zone, addDays(date, 1))).toBeGreaterThan(time);
        expect(dateAt(zone, start)).toBe(date);
        expect(dateAt(zone, start - 1)).toBe(addDays(date, -1));
      }),
    );
  });

  it('are refused by field if unknown or not whole hours from UTC', () => {
    for (const zone of ['Mars/Olympus', 'Asia/Kolkata', 'Asia/Kathmandu']) {
      expect(() => offsetAt(zone, 0)).toThrow(Refusal);
    }
    const now = Date.UTC(2026, 10, 21, 20);
    expect(() => periodOf({ zone: 'Asia/Kolkata' }, now)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ data: { field: 'zone' } }) as unknown }),
    );
  });
});

describe('periods', () => {
  const now = Date.UTC(2026, 10, 21, 20);
  const zone = 'Asia/Shanghai';

  it('are by default the 28 days to today in that zone', () => {
    // It is the 22nd in Shanghai.
    const period = periodOf({ zone }, now);
    expect(axisOf(period, 'day').names).toHaveLength(28);
    expect(axisOf(period, 'day').names.at(-1)).toBe('2026-11-22');
  });

  it('are refused with days out of order or too many days', () => {
    expect(() => periodOf({ zone, from: '2026-11-02', to: '2026-11-01' }, now)).toThrow(Refusal);
    expect(() => periodOf({ zone, from: '2025-01-01', to: '2026-11-01' }, now)).toThrow(Refusal);
    expect(periodOf({ zone, from: '2026-11-01', to: '2026-11-01' }, now, 1)).toEqual({
      from: Date.UTC(2026, 9, 31, 16),
      to: Date.UTC(2026, 10, 1, 16),
      zone,
    });
  });

  it('name weeks by their Monday and months by their first day', () => {
    const period = periodOf({ zone, from: '2026-10-30', to: '2026-11-02' }, now);
    expect(axisOf(period, 'hour').names.slice(0, 2)).toEqual(['2026-10-30T00', '2026-10-30T01']);
    expect(axisOf(period, 'hour').names).toHaveLength(96);
    expect(axisOf(period, 'week').names).toEqual(['2026-10-26', '2026-11-02']);
    expect(axisOf(period, 'month').names).toEqual(['2026-10-01', '2026-11-01']);
  });
});
