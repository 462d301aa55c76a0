/** At which figures an alert on a question fires. */
import { expect, test } from 'vitest';
import { fires } from './evaluate.ts';

test.each([
  ['above', 10, 0, 10, null, false],
  ['above', 10, 0, 10.1, null, true],
  ['below', 10, 0, 10, null, false],
  ['below', 0.1, 0, 0, null, true],
  ['below', 10, 0, null, null, undefined],
  ['no-data', 0, 0, null, null, true],
  ['no-data', 0, 0, 0, null, true],
  ['no-data', 0, 0, 1, null, false],
  ['dropped', 0.3, 0, 70, 100, true],
  ['dropped', 0.3, 0, 71, 100, false],
  ['dropped', 0.1, 0, 0.9, 1, true],
  ['dropped', 0.3, 50, 0, 49, false],
  ['dropped', 1, 0, 0, 5, true],
  ['dropped', 0.3, 0, 0, 0, false],
  ['dropped', 0.3, 0, 5, null, undefined],
  ['dropped', 0.3, 0, null, 5, undefined],
] as const)('%s %s (least %s): %s after %s fires: %s', (condition, threshold, least, value, before, fired) =>
  expect(fires({ condition, threshold, least }, value, before, true)).toBe(fired),
);

test('of figures that count nothing 0 is not the absence of data', () => {
  const alert = { condition: 'no-data', threshold: 0, least: 0 } as const;
  expect(fires(alert, 0, null, false)).toBe(false);
  expect(fires(alert, null, null, false)).toBe(true);
});
