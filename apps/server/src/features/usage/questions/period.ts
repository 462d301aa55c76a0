/** The period of a question, and the one before. */
import type { Question, WatchedPeriod } from '@rollcall/contract/console';
import { usageDays } from '@rollcall/contract/console';
import { HOUR } from '../../../events/store/counting.ts';
import { type Axis, axisOf, type Period, periodOf } from '../queries/period.ts';
import { addDays, dateAt, dayStart, offsetAt } from '../queries/zone.ts';
import { isOfSums } from './sums.ts';

const DAY = 24 * HOUR;

/** The date so many months later, of the first of a month. */
const addMonths = (date: string, months: number): string => {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};
/** 0 on Mondays. */
const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

interface Days {
  readonly from: string;
  readonly to: string;
}

const daysOf = ({ period, zone }: Question, now: number): Days => {
  if ('from' in period) return period;
  const today = dateAt(zone, now);
  const { last, unit } = period;
  if (unit === 'day') return { from: addDays(today, 1 - last), to: today };
  if (unit === 'week') return { from: addDays(today, -weekday(today) - 7 * (last - 1)), to: today };
  return { from: addMonths(today, 1 - last), to: today };
};

/** Weeks up to the same weekday, months up to the same day or their last one, else as many days. */
const before = ({ period }: Question, { from, to }: Days): Days => {
  if ('unit' in period && period.unit === 'week')
    return { from: addDays(from, -7 * period.last), to: addDays(to, -7 * period.last) };
  if ('unit' in period && period.unit === 'month') {
    const end = addDays(from, -1);
    const same = addDays(addMonths(to, -period.last), Number(to.slice(8)) - 1);
    return { from: addMonths(from, -period.last), to: same < end ? same : end };
  }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
};

/**
 * @returns the period, and the one before where the question compares
 * @throws Refusal InvalidRequest: an unknown zone, days out of order, too many of them
 */
export const periodsOf = (question: Question, now: number): readonly [Period, ...Period[]] => {
  const { grain, zone, compare } = question;
  const longest = isOfSums(question) ? usageDays[grain] : Math.min(usageDays.rows, usageDays[grain]);
  const days = daysOf(question, now);
  const of = (some: Days) => periodOf({ ...some, zone }, now, longest);
  return compare === 'previous' ? [of(days), of(before(question, days))] : [of(days)];
};

/** The number of the point in which a time is. */
export const runningPoint = (question: Question, now: number): number =>
  axisOf({ from: now, to: now + 1, zone: question.zone }, question.grain).first;

const spans = { hour: HOUR, day: DAY, week: 7 * DAY, month: 31 * DAY } as const;

/**
 * The axis of a question. That of a retention goes on to where people are seen the last time: the end of the last asked point, and not beyond
 * the running day; its names are those of the period.
 */
export const axisAndEnd = (
  question: Question,
  period: Period,
  now: number,
): { readonly axis: Axis; readonly until: number } => {
  const axis = axisOf(period, question.grain);
  const isRetention = question.kind === 'retention' || (question.behind && 'retention' in question.behind);
  if (!isRetention) return { axis, until: period.to };
  const today = dateAt(question.zone, now);
  const { to } = periodOf({ from: today, to: today, zone: question.zone }, now);
  const end = period.to + (question.length + 1) * spans[question.grain];
  const until = Math.max(period.to, Math.min(to, end));
  return { axis: { ...axisOf({ ...period, to: until }, question.grain), names: axis.names }, until };
};

/** An hour, day or week that has ended. */
export interface Finished {
  /** Milliseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** When the next one ends. */
  readonly next: number;
  /** The days that it is in, both included. */
  readonly days: Days;
  /** Of an hour: its name on the axis. */
  readonly point: string;
}

/** The last hour, day or week of the zone that ended by a time. @throws Refusal InvalidRequest for an unknown zone */
export const finishedBy = (every: WatchedPeriod, zone: string, at: number): Finished => {
  const today = dateAt(zone, at);
  if (every === 'hour') {
    const to = Math.floor(at / HOUR) * HOUR;
    const from = to - HOUR;
    const point = new Date(from + offsetAt(zone, from) * HOUR).toISOString().slice(0, 13);
    const day = point.slice(0, 10);
    return { from, to, next: to + HOUR, days: { from: day, to: day }, point };
  }
  const length = every === 'day' ? 1 : 7;
  const end = every === 'day' ? today : addDays(today, -weekday(today));
  const first = addDays(end, -length);
  return {
    from: dayStart(zone, first),
    to: dayStart(zone, end),
    next: dayStart(zone, addDays(end, length)),
    days: { from: first, to: addDays(end, -1) },
    point: first,
  };
};

/** The days and the hour so many days earlier. */
export const daysEarlier = ({ days, point }: Finished, count: number): Pick<Finished, 'days' | 'point'> => ({
  days: { from: addDays(days.from, -count), to: addDays(days.to, -count) },
  point: addDays(point.slice(0, 10), -count) + point.slice(10),
});
