import { expect, test } from 'vitest';
import { readGroup } from './open-group.ts';

test('a first visit has the first group open', () => {
  expect(readGroup(null)).toBe('people');
});

test('what is remembered is read, also that none is open, and the first of several that an earlier release kept', () => {
  expect(readGroup('usage')).toBe('usage');
  expect(readGroup('usage people')).toBe('people');
  expect(readGroup('')).toBeUndefined();
});

test('groups of another release are left out', () => {
  expect(readGroup('accounts monitor <b>')).toBe('monitor');
});
