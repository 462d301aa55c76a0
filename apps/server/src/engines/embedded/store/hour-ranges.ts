/** Ranges of time that cover hours, so that rows are read where they matter and not from the first hour to the last. */
import { HOUR } from '../../../events/store/counting.ts';

/** Milliseconds since 1970, `to` exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * @param hours hours since 1970, each once, ascending
 * @param around milliseconds before and after each hour that belong to it
 * @param most ranges
 * @returns ranges that do not meet, ascending, at most so many: beyond that the nearest become one
 */
export const rangesAround = (
  hours: readonly number[],
  around: number,
  most: number,
): readonly TimeRange[] => {
  const ranges: { from: number; to: number }[] = [];
  for (const hour of hours) {
    const [from, to] = [hour * HOUR - around, (hour + 1) * HOUR + around];
    const last = ranges.at(-1);
    if (last && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  // Of the gaps between them, the largest stay.
  const gaps = ranges.slice(1).map(({ from }, n) => ({ n: n + 1, length: from - (ranges[n]?.to ?? 0) }));
  const kept = gaps
    .sort((one, other) => other.length - one.length)
    .slice(0, most - 1)
    .map(({ n }) => n)
    .sort((one, other) => one - other);
  return [0, ...kept].flatMap((first, n, firsts) => {
    const [begin, end] = [ranges[first], ranges[(firsts[n + 1] ?? ranges.length) - 1]];
    return begin && end ? [{ from: begin.from, to: end.to }] : [];
  });
};
