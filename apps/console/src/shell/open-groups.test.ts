import { expect, test } from 'vitest';
import { readGroups } from './open-groups.ts';

test('a first visit has the first group open', () => {
  expect(readGroups(null)).toEqual(['people']);
});

test('what is remembered is read in the order of the groups, also that none is open', () => {
  expect(readGroups('usage people')).toEqual(['people', 'usage']);
  expect(readGroups('')).toEqual([]);
});

test('groups of another release are left out', () => {
  expect(readGroups('accounts monitor <b>')).toEqual(['monitor']);
});
