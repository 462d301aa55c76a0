import { expect, test } from 'vitest';
import { readLimits } from './limits.ts';

const of = (typed: Record<string, string>) => readLimits(field => typed[field] ?? '');

test('empty fields keep the built-in counts', () => {
  expect(of({})).toEqual({ limits: {}, wrong: [] });
  expect(of({ 'requests.address': ' 40 ', 'failures.identity': '3' })).toEqual({
    limits: { requests: { address: 40 }, failures: { identity: 3 } },
    wrong: [],
  });
});

test('malformed limits are named by their fields', () => {
  expect(of({ 'requests.identity': '0', 'requests.device': '-1', 'failures.address': '1e3' }).wrong).toEqual([
    'requests.identity',
    'requests.device',
    'failures.address',
  ]);
  expect(of({ 'requests.identity': '1000000' }).wrong).toEqual([]);
  expect(of({ 'requests.identity': '1000001' }).wrong).toEqual(['requests.identity']);
});
