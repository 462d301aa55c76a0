import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mannWhitney } from './mann-whitney.ts';

const upTo = (count: number, shift = 0) => Array.from({ length: count }, (_, at) => at + shift);

test('the p-value of known samples', () => {
  // scipy.stats.mannwhitneyu(range(20), range(5, 25), method='asymptotic')
  expect(mannWhitney(upTo(20), upTo(20, 5))).toBeCloseTo(0.018522, 5);
  expect(mannWhitney(upTo(50), upTo(50, 0.5))).toBeCloseTo(0.865877, 5);
  expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1);
});

test('a shift of a tenth of the spread shows in 2,000 values', () => {
  expect(mannWhitney(upTo(2000), upTo(2000, 200))).toBeLessThan(1e-6);
});

test('is the same in either order, and a probability', () => {
  const sample = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 20, maxLength: 40 });
  fc.assert(
    fc.property(sample, sample, (first, second) => {
      const p = mannWhitney(first, second);
      expect(p).toBeCloseTo(mannWhitney(second, first), 9);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
    }),
  );
});
