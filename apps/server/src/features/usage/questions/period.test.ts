/** The days of a question's period, and of the one before. */
import { questionDefaults, type QuestionPeriod } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { dateAt } from '../queries/zone.ts';
import { periodsOf } from './period.ts';

const WEDNESDAY = '2026-11-18';

test.each<[QuestionPeriod, today: string, period: string, before: string]>([
  [{ last: 1, unit: 'day' }, WEDNESDAY, '2026-11-18 2026-11-18', '2026-11-17 2026-11-17'],
  [{ last: 7, unit: 'day' }, WEDNESDAY, '2026-11-12 2026-11-18', '2026-11-05 2026-11-11'],
  // Monday to Wednesday, as those of the weeks before.
  [{ last: 1, unit: 'week' }, WEDNESDAY, '2026-11-16 2026-11-18', '2026-11-09 2026-11-11'],
  [{ last: 4, unit: 'week' }, WEDNESDAY, '2026-10-26 2026-11-18', '2026-09-28 2026-10-21'],
  [{ last: 1, unit: 'month' }, '2026-11-03', '2026-11-01 2026-11-03', '2026-10-01 2026-10-03'],
  [{ last: 3, unit: 'month' }, '2026-11-03', '2026-09-01 2026-11-03', '2026-06-01 2026-08-03'],
  // A month that has no such day ends with its last.
  [{ last: 1, unit: 'month' }, '2026-03-30', '2026-03-01 2026-03-30', '2026-02-01 2026-02-28'],
  [{ last: 12, unit: 'month' }, '2028-02-29', '2027-03-01 2028-02-29', '2026-03-01 2027-02-28'],
  [{ from: '2026-11-03', to: '2026-11-05' }, WEDNESDAY, '2026-11-03 2026-11-05', '2026-10-31 2026-11-02'],
])('%o on %s is compared with as much before', (period, today, expected, before) => {
  const question = { ...questionDefaults('trend'), period, compare: 'previous' } as const;
  const found = periodsOf(question, Date.parse(`${today}T12:00:00+08:00`));
  expect(found.map(({ from, to, zone }) => `${dateAt(zone, from)} ${dateAt(zone, to - 1)}`)).toEqual([
    expected,
    before,
  ]);
});
