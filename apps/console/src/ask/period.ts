/** Periods of questions: those that are offered, and that of one point of a chart. */
import type { Question, QuestionPeriod } from '@rollcall/contract/console';

/** The periods that are offered by name. */
export const offered: readonly Extract<QuestionPeriod, { readonly last: number }>[] = [
  { last: 1, unit: 'day' },
  { last: 7, unit: 'day' },
  { last: 28, unit: 'day' },
  { last: 90, unit: 'day' },
  { last: 12, unit: 'week' },
  { last: 12, unit: 'month' },
];

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The days of a point, which is named by its first; of an hour its day. */
export const pointPeriod = (point: string, grain: Question['grain']): QuestionPeriod => {
  const from = point.slice(0, 10);
  if (grain === 'month') {
    const next = dayAfter(`${from.slice(0, 7)}-28`, 7).slice(0, 7);
    return { from, to: dayAfter(`${next}-01`, -1) };
  }
  return { from, to: grain === 'week' ? dayAfter(from, 6) : from };
};

export const periodText = (period: QuestionPeriod): string =>
  'last' in period ? `${period.last} ${period.unit}` : `${period.from} ${period.to}`;

export const readPeriod = (text: string): QuestionPeriod | undefined =>
  offered.find(each => periodText(each) === text);
