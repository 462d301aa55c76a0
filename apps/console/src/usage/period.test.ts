import { expect, test } from 'vitest';
import { dayInZone, filterQuery, pointWords, writeDuration } from './period.ts';

const state = {
  product: '',
  platform: '',
  sample: 'with',
  bots: 'without',
  period: '7',
  from: '2026-01-01',
  to: '',
} as const;

test('takes the day in Beijing', () => {
  expect(dayInZone(Date.UTC(2026, 10, 20, 15, 59))).toBe('2026-11-20');
  expect(dayInZone(Date.UTC(2026, 10, 20, 16, 0))).toBe('2026-11-21');
  expect(dayInZone(Date.UTC(2026, 2, 1, 0, 0), 1)).toBe('2026-02-28');
});

test('takes seven days as today and six before; accepts an open custom period', () => {
  const now = Date.UTC(2026, 10, 21, 3);
  expect(filterQuery(state, now)).toEqual({
    sample: 'with',
    bots: 'without',
    zone: 'Asia/Shanghai',
    from: '2026-11-15',
    to: '2026-11-21',
  });
  expect(filterQuery({ ...state, period: 'own', product: 'school', bots: 'only' }, now)).toEqual({
    product: 'school',
    sample: 'with',
    bots: 'only',
    zone: 'Asia/Shanghai',
    from: '2026-01-01',
  });
});

test('formats points alike in every time zone of the browser', () => {
  expect(pointWords('2026-11-21', 'en')).toEqual({
    full: 'Sat, Nov 21, 2026',
    date: 'Nov 21, 2026',
    short: '11/21',
  });
  expect(pointWords('2026-11-21T08', 'en').short).toBe('08:00');
  expect(pointWords('2026-11-21T00', 'en').short).toBe('11/21');
});

test('formats durations in two units', () => {
  const units = ['h', 'min', 's'] as const;
  expect(writeDuration(0, units)).toBe('0 s');
  expect(writeDuration(1_450, units)).toBe('1.5 s');
  expect(writeDuration(59_600, units)).toBe('1 min');
  expect(writeDuration(61_000, units)).toBe('1 min 1 s');
  expect(writeDuration(3_600_000, units)).toBe('1 h');
  expect(writeDuration(5_400_000, units)).toBe('1 h 30 min');
  expect(writeDuration(400 * 3_600_000, units)).toBe('400 h');
});
