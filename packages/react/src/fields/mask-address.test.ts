import { expect, test } from 'vitest';
import { maskAddress } from './mask-address.ts';

test('of an e-mail address the first letter and the host can be read', () => {
  expect(maskAddress('pupil@school.example')).toBe('p***@school.example');
  expect(maskAddress('a@school.example')).toBe('a***@school.example');
});

test('of a phone number the first three digits and the last four can be read', () => {
  expect(maskAddress('13800000071')).toBe('138****0071');
});
