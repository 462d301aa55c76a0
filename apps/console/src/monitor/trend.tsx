/** How often an error group occurred in the last days, as bars in a line of a table. */
import { COUNTED_DAYS } from '@rollcall/contract/console';
import type { AnswerOf, ConsoleCalls, QueryOf } from '../client/calls.ts';
import { useWords } from '../console-context.ts';
import { useFormats } from './filters.tsx';
import own from './monitor.module.css';
import { monitorWords } from './words.ts';

const DAY = 86_400_000;
const WIDTH = 84;
const HEIGHT = 20;
/** Of a bar with the fewest occurrences, so that it is seen beside one with very many. */
const LEAST = 2;

type Counted = ConsoleCalls['getErrorCounts'];

export interface ErrorCounts {
  /** When the first point begins, in milliseconds since 1970, and the span of each. */
  readonly from: number;
  readonly step: number;
  /** By group; none where it did not occur. */
  readonly counts: ReadonlyMap<string, readonly number[]>;
}

/** The query for counts of groups, the same whatever the order of the groups; undefined where there are none. */
export const countsQuery = (product: string, ids: readonly string[]): QueryOf<Counted> | undefined =>
  ids.length === 0 ? undefined : { product, ids: [...ids].sort().join(',') };

/** The answer to that query, with the counts by group. */
export const countsByGroup = ({ from, step, groups }: AnswerOf<Counted>): ErrorCounts => ({
  from,
  step,
  counts: new Map(groups.map(({ id, counts }) => [id, counts])),
});

/** The bars of all points, each as high as its share of the most. */
const barsOf = (counts: readonly number[], step: number): string => {
  const most = Math.max(...counts);
  const width = WIDTH / ((COUNTED_DAYS * DAY) / step);
  return counts
    .map((count, at) => {
      if (count === 0) return '';
      const height = Math.max(LEAST, Math.round((count / most) * (HEIGHT - 1)));
      return `M${at * width} ${HEIGHT - 1}v${-height}h${width - 1}v${height}z`;
    })
    .join('');
};

/** The day with the most occurrences, the first of equals. */
const highestDay = (
  counts: readonly number[],
  { from, step }: ErrorCounts,
): { at: number; count: number } => {
  const points = DAY / step;
  const days = Array.from({ length: Math.ceil(counts.length / points) }, (_, day) => ({
    at: from + day * DAY,
    count: counts.slice(day * points, (day + 1) * points).reduce((sum, count) => sum + count, 0),
  }));
  return days.reduce((highest, day) => (day.count > highest.count ? day : highest));
};

/** @param props.found undefined: not there yet; null: can't be told now. As large then, so that nothing moves. */
export function Trend({ id, found }: { id: string; found: ErrorCounts | null | undefined }) {
  const words = useWords(monitorWords);
  const { whole, short } = useFormats();
  if (found === null) return <span className={own.trend}>—</span>;
  const counts = found?.counts.get(id);
  const text = () => {
    if (!found || !counts) return words.trendNone(COUNTED_DAYS);
    const { at, count } = highestDay(counts, found);
    const total = counts.reduce((sum, one) => sum + one, 0);
    return words.trend(COUNTED_DAYS, whole(total), short(at, DAY), whole(count));
  };
  return (
    <span className={own.trend}>
      <svg width={WIDTH} height={HEIGHT} role={found ? 'img' : undefined} aria-hidden={!found}>
        {found ? <title>{text()}</title> : null}
        <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} data-base="" />
        {found && counts ? <path d={barsOf(counts, found.step)} /> : null}
      </svg>
    </span>
  );
}
