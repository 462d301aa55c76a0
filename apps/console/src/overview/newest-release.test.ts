import { expect, test } from 'vitest';
import { newestRelease } from './newest-release.ts';

test('of numbered releases the highest is the newest, however late an old page reports', () => {
  expect(newestRelease(['2026.9', '2026.11-ab12cd', '2026.10'])).toBe('2026.11-ab12cd');
  expect(newestRelease(['v1.2.0', 'v1.10.0'])).toBe('v1.10.0');
});

test('of other names it is the one that was reported last', () => {
  expect(newestRelease(['f3a9', 'abcd', ''])).toBe('f3a9');
  expect(newestRelease(['3fa9c1', '91c07e', 'ab12'])).toBe('3fa9c1');
  expect(newestRelease(['', ''])).toBeUndefined();
});
