/** The search parameters of every usage view: source without the product, which is the frame's; period, chart or table. */
import type { QuestionPeriod } from '@rollcall/contract/console';
import { day, oneOf, text } from '../search-params/search-params.ts';
import type { Moment } from '../charts/tabular.ts';
import { dayOf, hourOf, isoPoint, ZONE } from '../zone.ts';

/** Whether rows of a kind are counted too, left out, or the only ones. */
export const inclusions = ['with', 'without', 'only'] as const;
export const periods = ['7', '28', '90', '365', 'own'] as const;

export const usageParams = {
  platform: text('', 128),
  sample: oneOf(inclusions, 'with'),
  bots: oneOf(inclusions, 'without'),
  /** Events of pages outside production. */
  dev: oneOf(inclusions, 'with'),
  period: oneOf(periods, '28'),
  from: day(),
  to: day(),
  as: oneOf(['chart', 'table'], 'chart'),
};
export interface UsageState {
  readonly product: string;
  readonly platform: string;
  readonly sample: (typeof inclusions)[number];
  readonly bots: (typeof inclusions)[number];
  readonly dev: (typeof inclusions)[number];
  readonly period: (typeof periods)[number];
  readonly from: string;
  readonly to: string;
  readonly as: 'chart' | 'table';
}

/** The filters without the period. */
export type UsageSource = Pick<UsageState, 'product' | 'platform' | 'sample' | 'bots' | 'dev'>;

/** The query parameters of the source. */
export const sourceQuery = ({ product, platform, sample, bots, dev }: UsageSource) => ({
  ...(product === '' ? {} : { product }),
  ...(platform === '' ? {} : { platform }),
  sample,
  bots,
  dev,
});

/** The period of a question; an open end of a custom one is today, or four weeks before its end. */
export const periodOf = (
  { period, from, to }: Pick<UsageState, 'period' | 'from' | 'to'>,
  now: number,
): QuestionPeriod => {
  if (period !== 'own') return { last: Number(period), unit: 'day' };
  const end = to === '' ? dayOf(now) : to;
  return { from: from === '' ? dayOf(Date.parse(end), 27) : from, to: end };
};

/** The query parameters of source and period. A custom period without a first or last day is open at that end. */
export const filterQuery = (state: Omit<UsageState, 'as'>, now: number) => ({
  ...sourceQuery(state),
  zone: ZONE,
  ...(state.period === 'own'
    ? {
        ...(state.from === '' ? {} : { from: state.from }),
        ...(state.to === '' ? {} : { to: state.to }),
      }
    : { from: dayOf(now, Number(state.period) - 1), to: dayOf(now) }),
});

/** A time of the server's, `2026-11-21` or `2026-11-21T08`, in words: in full, its date alone, and short for an axis. */
export const pointWords = (
  point: string,
  language: string,
): { full: string; date: string; short: string } => {
  const [year, month, date, hour] = point.split(/[-T]/).map(Number);
  const at = Date.UTC(year ?? 1970, (month ?? 1) - 1, date ?? 1, hour ?? 0);
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(at);
  const dayWords = write({ year: 'numeric', month: 'short', day: 'numeric' });
  return hour === undefined
    ? {
        date: dayWords,
        full: write({ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' }),
        short: write({ month: 'numeric', day: 'numeric' }),
      }
    : {
        date: dayWords,
        full: write({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
        short:
          hour === 0
            ? write({ month: 'numeric', day: 'numeric' })
            : write({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      };
};

/** A point of an axis as a cell. @param words in full, or its date alone */
export const pointCell = (point: string, language: string, words: 'full' | 'date' = 'full'): Moment => ({
  words: pointWords(point, language)[words],
  iso: isoPoint(point),
});

/** The name of the point of an axis that a time belongs to. Weeks are named by their Monday, months by their first. */
const pointOf = (at: number, step: 'hour' | 'day' | 'week' | 'month'): string => {
  if (step === 'hour') return hourOf(at);
  const day = dayOf(at);
  if (step === 'month') return `${day.slice(0, 8)}01`;
  return step === 'day' ? day : dayOf(at, (new Date(day).getUTCDay() + 6) % 7);
};

/** How many points of an axis have begun, and whether the last of these is not over: what it counts will grow. */
export const begunPoints = (
  points: readonly string[],
  step: 'hour' | 'day' | 'week' | 'month',
  now: number,
): { readonly count: number; readonly running: boolean } => {
  const current = pointOf(now, step);
  const count = points.filter(point => point <= current).length;
  return { count, running: points[count - 1] === current };
};

/** A duration in its two largest units. @param ms milliseconds */
export const writeDuration = (ms: number, [h, min, s]: readonly [string, string, string]): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds < 10 ? Math.round(ms / 100) / 10 : seconds} ${s}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} ${min}${seconds % 60 ? ` ${seconds % 60} ${s}` : ''}`;
  const hours = Math.floor(minutes / 60);
  return `${hours.toLocaleString('en-US')} ${h}${hours < 100 && minutes % 60 ? ` ${minutes % 60} ${min}` : ''}`;
};
