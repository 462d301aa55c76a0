import { expect, test } from 'vitest';
import { trailTime } from './trail-time.ts';
import { monitorWords } from './words.ts';

test.each([
  [0, 'just before'],
  [49, 'just before'],
  [50, '0.1 s before'],
  [2_340, '2.3 s before'],
  [61_000, '61 s before'],
])('a step %i ms before an error was: %s', (ago, said) => {
  expect(trailTime(monitorWords.en, ago, String)).toBe(said);
});
