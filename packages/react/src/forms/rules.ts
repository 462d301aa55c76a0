/** The mistakes that forms with a phone number, a code or a new password have in common. */
import { fields as rules } from '@rollcall/contract';
import { codeDigits } from '../fields/code-digits.ts';
import { isPhone, normalisePhone } from '../fields/phone.ts';
import type { Problem } from '../problem/problem.ts';

/** The problem of a mobile number as it was typed. */
export const phoneMistake = (typed: string): Problem | undefined =>
  isPhone(normalisePhone(typed))
    ? undefined
    : { name: typed.trim() === '' ? 'PhoneMissing' : 'InvalidPhoneNumber' };

/** The problem of a code as it was typed. */
export const codeMistake = (typed: string): Problem | undefined =>
  codeDigits(typed).length === 6 ? undefined : { name: 'CodeMissing' };

/** The problem of a new password. */
export const passwordMistake = (typed: string): Problem | undefined =>
  rules.PASSWORD.test(typed) ? undefined : { name: typed === '' ? 'PasswordMissing' : 'InvalidPassword' };

/** The problem of a new password's second writing; none while the first is still wrong. */
export const againMistake = (password: string, again: string): Problem | undefined =>
  rules.PASSWORD.test(password) && password !== again ? { name: 'PasswordMismatch' } : undefined;
