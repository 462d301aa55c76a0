import { expect, test } from 'vitest';
import { begunPoints, filterQuery, pointWords, writeDuration } from './period.ts';

const state = {
  product: '',
  platform: '',
  sample: 'with',
  bots: 'without',
  dev: 'with',
  period: '7',
  from: '2026-01-01',
  to: '',
} as const;

test('takes seven days as today and six before; accepts an open custom period', () => {
  const now = Date.UTC(2026, 10, 21, 3);
  expect(filterQuery(state, now)).toEqual({
    sample: 'with',
    bots: 'without',
    dev: 'with',
    zone: 'Asia/Shanghai',
    from: '2026-11-15',
    to: '2026-11-21',
  });
  expect(filterQuery({ ...state, period: 'own', product: 'school', bots: 'only' }, now)).toEqual({
    product: 'school',
    sample: 'with',
    bots: 'only',
    dev: 'with',
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

test('tells the points that have begun, and whether the last of them is not over', () => {
  // A Saturday, 10:30 in Beijing.
  const now = Date.UTC(2026, 10, 21, 2, 30);
  const begun = (step: 'hour' | 'day' | 'week' | 'month', ...points: string[]) =>
    begunPoints(points, step, now);
  expect(begun('hour', '2026-11-21T09', '2026-11-21T10', '2026-11-21T11')).toEqual({
    count: 2,
    running: true,
  });
  expect(begun('day', '2026-11-20', '2026-11-21')).toEqual({ count: 2, running: true });
  expect(begun('day', '2026-11-19', '2026-11-20')).toEqual({ count: 2, running: false });
  expect(begun('week', '2026-11-09', '2026-11-16', '2026-11-23')).toEqual({ count: 2, running: true });
  expect(begun('week', '2026-11-09')).toEqual({ count: 1, running: false });
  expect(begun('month', '2026-10-01', '2026-11-01')).toEqual({ count: 2, running: true });
  expect(begun('day', '2026-11-22')).toEqual({ count: 0, running: false });
});
