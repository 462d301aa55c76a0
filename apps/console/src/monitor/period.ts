/** The product and the period that every monitoring view has in its address. */
import { MONITOR_DAYS } from '@rollcall/contract/console';
import { day, oneOf, text } from '../search-params/search-params.ts';
import { dayEnd, dayStart } from '../search-params/days.ts';

export const monitorPeriods = ['hour', 'day', 'week', 'month', 'own'] as const;
export type MonitorPeriod = (typeof monitorPeriods)[number];

const DAY = 86_400_000;
/** Milliseconds back from now. */
const spans = { hour: DAY / 24, day: DAY, week: 7 * DAY, month: 28 * DAY } as const;
/** The code of these pages themselves. */
export const OWN_PRODUCT = 'rollcall';

/** Any product code; where the address has none, or what can't be one, `productOf` chooses. */
const product = (): { fallback: string; read: (raw: unknown) => string } => {
  const given = text('', 64);
  return {
    fallback: '',
    read: raw => {
      const code = given.read(raw);
      return isProduct(code) ? code : '';
    },
  };
};
/** Whether this may be a product's code: 1 to 64 letters, digits, `_`, `.` and `-`. */
export const isProduct = (code: string): boolean => /^[\w.-]{1,64}$/.test(code);

export const monitorParams = {
  product: product(),
  period: oneOf(monitorPeriods, 'week'),
  from: day(),
  to: day(),
};
export interface MonitorState {
  readonly product: string;
  readonly period: MonitorPeriod;
  readonly from: string;
  readonly to: string;
}

/** The product that is asked about where nobody chose one: these pages, or else the first that reported. */
export const productOf = (chosen: string, known: readonly string[]): string =>
  chosen !== '' ? chosen : known.includes(OWN_PRODUCT) ? OWN_PRODUCT : (known.find(isProduct) ?? OWN_PRODUCT);

/**
 * The moments of a period, in milliseconds since 1970, the second exclusive; 31 days at most, of a longer one the last.
 * A period of one's own without a first day is a week long, one without a last day goes on until now.
 */
export const rangeOf = (state: Omit<MonitorState, 'product'>, now: number): { from: number; to: number } => {
  if (state.period !== 'own') return { from: now - spans[state.period], to: now };
  const [first, last] =
    state.from !== '' && state.to !== '' && state.from > state.to
      ? [state.to, state.from]
      : [state.from, state.to];
  const to = last === '' ? now : (dayEnd(last) ?? now);
  const begins = first === '' ? to - spans.week : (dayStart(first) ?? to - spans.week);
  // a first day that is yet to come has nothing, and still is a question
  return { from: Math.max(to - MONITOR_DAYS * DAY, Math.min(begins, to - 1)), to };
};

/** A count for each step of a period, 0 where nothing was told. `at` is a multiple of `step`, in milliseconds. */
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
