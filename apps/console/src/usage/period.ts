/** The search parameters of every usage view: source, period, chart or table. */
import { day, oneOf, text } from '../search-params/search-params.ts';

/** The time zone whose days the reports count. */
export const ZONE = 'Asia/Shanghai';
/** Whether rows of a kind are counted too, left out, or the only ones. */
export const inclusions = ['with', 'without', 'only'] as const;
export const periods = ['7', '28', '90', '365', 'own'] as const;

export const usageParams = {
  product: text('', 64),
  platform: text('', 128),
  sample: oneOf(inclusions, 'with'),
  bots: oneOf(inclusions, 'without'),
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
  readonly period: (typeof periods)[number];
  readonly from: string;
  readonly to: string;
  readonly as: 'chart' | 'table';
}

/** The date in `ZONE`, such as `2026-11-21`. @param back days before `now` */
export const dayInZone = (now: number, back = 0): string => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find(one => one.type === type)?.value);
  const there = new Date(Date.UTC(part('year'), part('month') - 1, part('day') - back));
  return there.toISOString().slice(0, 10);
};

/** The filters without the period. */
export type UsageSource = Pick<UsageState, 'product' | 'platform' | 'sample' | 'bots'>;

/** The query parameters of the source. */
export const sourceQuery = ({ product, platform, sample, bots }: UsageSource) => ({
  ...(product === '' ? {} : { product }),
  ...(platform === '' ? {} : { platform }),
  sample,
  bots,
});

/** The query parameters of source and period. A custom period without a first or last day is open at that end. */
export const filterQuery = (state: Omit<UsageState, 'as'>, now: number) => ({
  ...sourceQuery(state),
  zone: ZONE,
  ...(state.period === 'own'
    ? {
        ...(state.from === '' ? {} : { from: state.from }),
        ...(state.to === '' ? {} : { to: state.to }),
      }
    : { from: dayInZone(now, Number(state.period) - 1), to: dayInZone(now) }),
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

/** A duration in its two largest units. @param ms milliseconds */
export const writeDuration = (ms: number, [h, min, s]: readonly [string, string, string]): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds < 10 ? Math.round(ms / 100) / 10 : seconds} ${s}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} ${min}${seconds % 60 ? ` ${seconds % 60} ${s}` : ''}`;
  const hours = Math.floor(minutes / 60);
  return `${hours.toLocaleString('en-US')} ${h}${hours < 100 && minutes % 60 ? ` ${minutes % 60} ${min}` : ''}`;
};
