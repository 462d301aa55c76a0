/**
 * Sets of points of an axis, in ClickHouse's SQL. A set is the bits of some columns, its words: to add a point to a person's set takes a
 * fraction of the time that it takes to add it to a list, or the person to the point's.
 */
import { BLOCK } from '../store/days.ts';

/** Points in a word: days in a block of the sums of days. */
const BITS = BLOCK;
/** Stands in a list for the whole period, which is no point. */
const WHOLE = Number.MIN_SAFE_INTEGER;

/** SQL; each `point` is the number of a point within the bounds, as SQL. */
export interface PointSet {
  /** The names of the columns. */
  readonly words: readonly string[];
  /** Aggregates, with the names of the columns: the set of the points of rows. @param where condition on the row */
  union(point: string, where?: string): string;
  /** Whether it has any. */
  readonly some: string;
  /** Its points, in order. */
  readonly list: string;
}

/** The points of a word's bits, in order. @param word SQL @param first the number of the point that its first bit stands for */
export const listOfBits = (word: string, first: number): string =>
  `arrayMap(bit -> toInt64(bit) + ${first}, bitPositionsToArray(${word}))`;

/** @param first the number of the first point @param last of the last */
export const pointSet = (first: number, last: number): PointSet => {
  const columns = Array.from({ length: Math.ceil((last - first + 1) / BITS) }, (_, n) => `word${n}`);
  const bitsOf = (point: string): readonly string[] => {
    const place = `toUInt16(${point} - ${first})`;
    const bit = `bitShiftLeft(toUInt64(1), bitAnd(${place}, ${BITS - 1}))`;
    if (columns.length === 1) return [bit];
    return columns.map((_, n) => `if(bitShiftRight(${place}, 6) = ${n}, ${bit}, 0)`);
  };
  const lists = columns.map((name, n) => listOfBits(name, first + n * BITS));
  return {
    words: columns,
    union: (point, where) =>
      bitsOf(point)
        .map(
          (word, n) => `groupBitOr(${where === undefined ? word : `if(${where}, ${word}, 0)`}) AS word${n}`,
        )
        .join(', '),
    some: `(${columns.map(name => `${name} != 0`).join(' OR ')})`,
    list: `arrayConcat(${lists.join(', ')})`,
  };
};

/** A list of points and, once, what `nullOfWhole` makes null. @param list SQL */
export const withWhole = (list: string): string => `arrayPushFront(${list}, toInt64(${WHOLE}))`;

/** @param point SQL of one of `withWhole` */
export const nullOfWhole = (point: string): string => `nullIf(${point}, ${WHOLE})`;
