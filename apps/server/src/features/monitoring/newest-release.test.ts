import { expect, test } from 'vitest';
import { newestOf } from './newest-release.ts';

test('of numbered releases the highest is the newest, however late an old page reports', () => {
  expect(newestOf(['2026.9', '2026.11-ab12cd', '2026.10'])).toBe('2026.11-ab12cd');
  expect(newestOf(['v1.2.0', 'v1.10.0'])).toBe('v1.10.0');
});

test('of numbered releases the leading number alone counts; of equal ones the one reported last is the newest', () => {
  expect(newestOf(['1.2.0', '1.2.0-rc.1'])).toBe('1.2.0');
  expect(newestOf(['2026.11-0f12', '2026.11-ab12cd'])).toBe('2026.11-0f12');
  expect(newestOf(['v1.2', '1.3'])).toBe('1.3');
  expect(newestOf(['1.3', 'v1.2'])).toBe('1.3');
  expect(newestOf(['1.9-20', '1.10-3'])).toBe('1.10-3');
});

test('of other names it is the one that was reported for the first time last', () => {
  expect(newestOf(['f3a9', 'abcd'])).toBe('f3a9');
  expect(newestOf(['3fa9c1', '91c07e', 'ab12'])).toBe('3fa9c1');
});

test('the name of all that is beyond the releases of an hour is no release', () => {
  expect(newestOf(['other', 'f3a9'])).toBe('f3a9');
  expect(newestOf(['other'])).toBeUndefined();
});
