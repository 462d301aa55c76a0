import { expect, test } from 'vitest';
import { sizeOf } from './size.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [1249, '1.2 KB'],
  [9949, '9.9 KB'],
  [9951, '10 KB'],
  [12_345_678, '12 MB'],
  [999_500_000, '1 GB'],
  [3_210_000_000_000, '3,210 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeOf(bytes, 'en')).toBe(text);
});
