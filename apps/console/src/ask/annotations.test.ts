/** Where annotations stand in a chart. */
import { expect, test } from 'vitest';
import { marksOf } from './annotations.ts';

const at = (day: string, text = day) => ({ day, text });

test('an annotation stands at the point that its day is in', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  expect([...marksOf(days, [at('2026-11-21', 'a'), at('2026-11-21', 'b'), at('2026-11-19')])]).toEqual([
    [1, ['a', 'b']],
  ]);
  const weeks = ['2026-11-09', '2026-11-16'];
  expect([...marksOf(weeks, [at('2026-11-15'), at('2026-11-16')])]).toEqual([
    [0, ['2026-11-15']],
    [1, ['2026-11-16']],
  ]);
  const hours = ['2026-11-20T22', '2026-11-20T23', '2026-11-21T00', '2026-11-21T01'];
  expect([...marksOf(hours, [at('2026-11-21')])]).toEqual([[2, ['2026-11-21']]]);
  expect(marksOf([], [at('2026-11-21')]).size).toBe(0);
});
