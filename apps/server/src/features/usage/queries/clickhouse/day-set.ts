/** Sets of days, in ClickHouse's SQL: a set of points whose words are the blocks of the sums of days. */
import { BLOCK, type Days } from '../../../../events/store/clickhouse/active-days.ts';
import { type PointSet, pointSet } from './point-set.ts';

/** As a set of points, but of rows with `block` and `days` (`activeDays`), of which days outside of the bounds are left out. */
export interface DaySet extends Pick<PointSet, 'some' | 'list'> {
  /** Aggregates, with the names of the columns: the set of the days of rows. */
  readonly union: string;
}

export const daySet = ({ first, last }: Days): DaySet => {
  const from = Math.floor(first / BLOCK);
  const { words, some, list } = pointSet(from * BLOCK, last);
  const union = words.map((word, n) => {
    const start = (from + n) * BLOCK;
    const [low, high] = [Math.max(0, first - start), Math.min(BLOCK - 1, last - start)];
    const mask = ((1n << BigInt(high - low + 1)) - 1n) << BigInt(low);
    return `groupBitOrIf(bitAnd(days, toUInt64(${mask})), block = ${from + n}) AS ${word}`;
  });
  return { union: union.join(', '), some, list };
};
