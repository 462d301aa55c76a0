/** Periods of questions. */
import { expect, test } from 'vitest';
import { pointPeriod, typedPeriod } from './period.ts';

test.each([
  ['2026-08-03 2026-10-25', { from: '2026-08-03', to: '2026-10-25' }],
  ['2026/8/3 – 2026/10/25', { from: '2026-08-03', to: '2026-10-25' }],
  ['2026年8月3日至2026年10月25日', { from: '2026-08-03', to: '2026-10-25' }],
  ['2026-08-03', { from: '2026-08-03', to: '2026-08-03' }],
  ['10 weeks', { last: 10, unit: 'week' }],
  ['最近 10 周', { last: 10, unit: 'week' }],
  ['last 3 months', { last: 3, unit: 'month' }],
  ['6个月', { last: 6, unit: 'month' }],
  ['45d', { last: 45, unit: 'day' }],
  ['45 天', { last: 45, unit: 'day' }],
] as const)('%s', (text, period) => {
  expect(typedPeriod(text)).toEqual(period);
});

test.each([
  '',
  'week',
  '10',
  '0 days',
  '1101 days',
  '10 years',
  '10 minutes',
  '30 min',
  '5 Mondays',
  '2 dozen',
  '2026-10-25 2026-08-03',
  '2026-02-30',
  '2026-13-01',
  '2026-08-03 2026-08-04 2026-08-05',
])('“%s” is none', text => {
  expect(typedPeriod(text)).toBeUndefined();
});

test('a point is its days', () => {
  expect(pointPeriod('2026-11-16', 'week')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(pointPeriod('2026-02-01', 'month')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});
