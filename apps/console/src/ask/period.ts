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

const dayAfter = (day: string, days: number): string => {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
};

/** The day of a time, in the school's zone. @param at ms since 1970 */
export const dayText = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

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

const DAY = /(20\d\d)[-/.年](\d{1,2})[-/.月](\d{1,2})日?/gu;
const LAST = /^\D*(\d{1,4})\s*个?\s*(?:(d)(?:ays?)?|(w)(?:eeks?)?|(m)(?:onths?)?|([天日周月]))$/u;
const UNITS = { d: 'day', w: 'week', m: 'month', 天: 'day', 日: 'day', 周: 'week', 月: 'month' } as const;

/** A period as it is typed: one day or two, such as `2026-08-03 2026-10-25`, or the last so many, such as `10 weeks`. */
export const typedPeriod = (text: string): QuestionPeriod | undefined => {
  const days = [...text.matchAll(DAY)].map(([, year, month = '', date = '']) =>
    [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
  );
  const [from, to = from] = days;
  if (from !== undefined && to !== undefined) {
    const real = days.every(day => dayAfter(day, 0) === day);
    return days.length <= 2 && real && from <= to ? { from, to } : undefined;
  }
  const [, count, ...found] = LAST.exec(text.toLowerCase().trim()) ?? [];
  const unit = found.find(each => each !== undefined);
  const last = Number(count);
  return last >= 1 && last <= 1100 ? { last, unit: UNITS[unit as keyof typeof UNITS] } : undefined;
};
