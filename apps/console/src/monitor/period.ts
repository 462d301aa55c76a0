/** The search parameters of every monitoring view. */
import { pageSettings } from '@rollcall/app-shell/settings';
import { MONITOR_DAYS } from '@rollcall/contract/console';
import { day, oneOf } from '../search-params/search-params.ts';
import { dayEnd, dayStart } from '../zone.ts';

export const monitorPeriods = ['hour', 'day', 'week', 'month', 'own'] as const;
export type MonitorPeriod = (typeof monitorPeriods)[number];

const DAY = 86_400_000;
/** Lengths of the periods in milliseconds. */
const spans = { hour: DAY / 24, day: DAY, week: 7 * DAY, month: 28 * DAY } as const;
/** The product code of Rollcall's own pages; empty where the server did not say it. */
export const ownProduct = (): string =>
  typeof document === 'undefined' ? '' : (pageSettings().product ?? '');

/** Whether a text is a product code: 1 to 64 letters, digits, `_`, `.` and `-`. */
export const isProduct = (code: string): boolean => /^[\w.-]{1,64}$/.test(code);

export const monitorParams = {
  period: oneOf(monitorPeriods, 'week'),
  from: day(),
  to: day(),
};
export interface MonitorState {
  readonly period: MonitorPeriod;
  readonly from: string;
  readonly to: string;
}

/**
 * Start and end (exclusive) of a period in milliseconds since 1970; of more than 31 days, the last 31.
 * A custom period without a first day is a week long, one without a last day lasts until now.
 */
export const rangeOf = (state: MonitorState, now: number): { from: number; to: number } => {
  if (state.period !== 'own') return { from: now - spans[state.period], to: now };
  const [first, last] =
    state.from !== '' && state.to !== '' && state.from > state.to
      ? [state.to, state.from]
      : [state.from, state.to];
  const to = last === '' ? now : (dayEnd(last) ?? now);
  const begins = first === '' ? to - spans.week : (dayStart(first) ?? to - spans.week);
  // keeps the range valid when the first day is in the future
  return { from: Math.max(to - MONITOR_DAYS * DAY, Math.min(begins, to - 1)), to };
};

/** Whether a custom period is longer than what is shown of it. */
export const isCut = (state: MonitorState, now: number): boolean => {
  const { period, from, to } = state;
  const first = from !== '' && to !== '' && from > to ? to : from;
  return period === 'own' && first !== '' && rangeOf(state, now).from > (dayStart(first) ?? now);
};

/** Counts for every step of a period, 0 where the server has none. `at` is a multiple of `step`, in milliseconds. */
export const filled = (
  counts: readonly { readonly at: number; readonly count: number }[],
  step: number,
  { from, to }: { readonly from: number; readonly to: number },
): { at: number; count: number }[] => {
  const known = new Map(counts.map(({ at, count }) => [at, count]));
  const first = Math.floor(from / step) * step;
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_, index) => {
    const at = first + index * step;
    return { at, count: known.get(at) ?? 0 };
  });
};
