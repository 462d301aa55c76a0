/** When subscriptions are due. */
import { expect, test } from 'vitest';
import { nextDue } from './due.ts';

const at = (text: string) => Date.parse(`${text}:00+08:00`);

test.each([
  [null, 8, '2026-11-21T07:59', '2026-11-21T08:00'],
  [null, 8, '2026-11-21T08:00', '2026-11-22T08:00'],
  [null, 0, '2026-11-21T23:59', '2026-11-22T00:00'],
  // 2026-11-21 is a Saturday.
  [6, 8, '2026-11-21T07:59', '2026-11-21T08:00'],
  [6, 8, '2026-11-21T08:00', '2026-11-28T08:00'],
  [1, 23, '2026-11-21T08:00', '2026-11-23T23:00'],
  [7, 3, '2026-12-31T23:00', '2027-01-03T03:00'],
] as const)('weekday %s at %s after %s is %s', (weekday, hour, after, due) =>
  expect(nextDue(weekday, hour, at(after))).toBe(at(due)),
);
