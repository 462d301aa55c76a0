/** Sets of days, in ClickHouse's SQL: a set of points whose words are the blocks of the sums of days. */
import { BLOCK, type Days } from '../store/days.ts';
import { numberOfHour } from '../../../features/usage/queries/period.ts';
import type { DayStep } from './point.ts';
import { listOfBits, type PointSet, pointSet } from './point-set.ts';

/** As a set of points, but of rows with `block` and `days` (`activeDays`), of which days outside of the bounds are left out. */
export interface DaySet extends Pick<PointSet, 'some' | 'list'> {
  /** Aggregates, with the names of the columns: the set of the days of rows. */
  readonly union: string;
}

/** @param step of the points in `list` */
export const daySet = (days: Days, step: DayStep): DaySet => {
  const { first, last } = days;
  const from = Math.floor(first / BLOCK);
  const { words, some, list } = pointSet(from * BLOCK, last);
  const union = words.map((word, n) => {
    const start = (from + n) * BLOCK;
    const [low, high] = [Math.max(0, first - start), Math.min(BLOCK - 1, last - start)];
    const mask = ((1n << BigInt(high - low + 1)) - 1n) << BigInt(low);
    return `groupBitOrIf(bitAnd(days, toUInt64(${mask})), block = ${from + n}) AS ${word}`;
  });
  return { union: union.join(', '), some, list: step === 'day' ? list : pointsOfDays(days, step, words) };
};

/**
 * The weeks or months of a set's days. Their words are made of those of the days, which takes less time than to name the point of each day of
 * each person.
 */
const pointsOfDays = ({ first, last }: Days, step: DayStep, words: readonly string[]): string => {
  const points = new Map<number, Map<string, bigint>>();
  const start = Math.floor(first / BLOCK) * BLOCK;
  for (let day = first; day <= last; day += 1) {
    const point = numberOfHour(step, day * 24);
    const masks = points.get(point) ?? new Map<string, bigint>();
    const word = words[Math.floor((day - start) / BLOCK)] ?? '';
    masks.set(word, (masks.get(word) ?? 0n) | (1n << BigInt((day - start) % BLOCK)));
    points.set(point, masks);
  }
  const bits = [...points].map(([point, masks]) => ({
    point,
    has: [...masks].map(([word, mask]) => `bitAnd(${word}, toUInt64(${mask})) != 0`).join(' OR '),
  }));
  const lists: string[] = [];
  for (let at = 0; at < bits.length; at += BLOCK) {
    const some = bits.slice(at, at + BLOCK);
    const word = some.map(({ has }, n) => `bitShiftLeft(toUInt64(${has}), ${n})`).join(' + ');
    lists.push(listOfBits(word, some[0]?.point ?? 0));
  }
  return `arrayConcat(${lists.join(', ')})`;
};
