import { expect, test } from 'vitest';
import { codeDigits, maskAddress } from './code-digits.ts';

test.each([
  ['【点名册】验证码 123456', '123456'],
  ['１２ 34-56', '123456'],
  ['1234567', '123456'],
  ['abc', ''],
])('a code pasted as %j is %j', (typed, figures) => {
  expect(codeDigits(typed)).toBe(figures);
});

test('of an e-mail address the first letter and the host can be read', () => {
  expect(maskAddress('pupil@school.example')).toBe('p***@school.example');
  expect(maskAddress('a@school.example')).toBe('a***@school.example');
});

test('of a phone number the first three digits and the last four can be read', () => {
  expect(maskAddress('13800000071')).toBe('138****0071');
});
