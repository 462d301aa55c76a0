import { expect, it } from 'vitest';
import { tries } from './statements.ts';

const DAY = 86_400_000;
const rows = { from: 10 * DAY, until: 20 * DAY };
const day = (n: number) => new Date(n * DAY).toISOString();

it('tries a statement before all rows, amid them and after them, its times as far apart as they were', () => {
  expect(tries(['a', day(100), 7, [day(102)], null], rows)).toEqual([
    ['a', day(7), 7, [day(9)], null],
    ['a', day(15), 7, [day(17)], null],
    ['a', day(21), 7, [day(23)], null],
  ]);
});

it('tries one without times once', () => {
  expect(tries(['2026-11-21', 1], rows)).toEqual([['2026-11-21', 1]]);
});
