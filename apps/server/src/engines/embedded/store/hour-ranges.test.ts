import { expect, it } from 'vitest';
import { rangesAround } from './hour-ranges.ts';
import { HOUR } from '../../../events/store/counting.ts';

const HALF = HOUR / 2;

it('covers hours with what is around them, and makes one range of those that meet', () => {
  expect(rangesAround([], HALF, 8)).toEqual([]);
  expect(rangesAround([10, 11, 13, 17], HALF, 8)).toEqual([
    { from: 9.5 * HOUR, to: 14.5 * HOUR },
    { from: 16.5 * HOUR, to: 18.5 * HOUR },
  ]);
});

it('closes the smallest gaps where there are too many ranges', () => {
  const days = Array.from({ length: 100 }, (_, n) => n * 24);
  const ranges = rangesAround([...days, 10_000], HALF, 8);
  expect(ranges).toHaveLength(8);
  expect(ranges.at(-1)).toEqual({ from: 9999.5 * HOUR, to: 10_001.5 * HOUR });
  for (const day of days)
    expect(
      ranges.filter(({ from, to }) => from <= day * HOUR - HALF && (day + 1) * HOUR + HALF <= to),
    ).toHaveLength(1);
});
