/** The fields that forms are made of: what each one takes, by the contract's rules, and how it is sent. */
import { isPhone } from '@rollcall/ui';
import { codeFrom, emailFrom, fields as contract, phoneNumberFrom, usernameFrom } from '@rollcall/contract';
import type { ProblemName } from '../problem/problem.ts';

export interface FieldRule {
  /** What the control holds at first. @default '' */
  readonly initial?: string;
  /** A password or a code: it is never kept in the draft, and it is emptied when the form was sent. @default false */
  readonly secret?: boolean;
  /** Gives the value that is checked and sent. @default what was typed, as it is */
  readonly normalise?: (typed: string) => string;
  /**
   * The mistake that can be found before anything is sent. By default there is none.
   *
   * @param value normalised
   * @param values all values of the form, normalised
   */
  readonly check?: (value: string, values: Readonly<Record<string, string>>) => ProblemName | undefined;
}

/** A mainland mobile number. */
export const phoneNumber: FieldRule = {
  normalise: phoneNumberFrom,
  check: value => (isPhone(value) ? undefined : value === '' ? 'PhoneMissing' : 'InvalidPhoneNumber'),
};

/** An e-mail address. */
export const emailAddress: FieldRule = {
  normalise: emailFrom,
  check: value =>
    contract.EMAIL_ADDRESS.test(value) ? undefined : value === '' ? 'EmailMissing' : 'InvalidEmail',
};

/** The six digits of a code. */
export const code: FieldRule = {
  secret: true,
  normalise: codeFrom,
  check: value => (value.length === 6 ? undefined : 'CodeMissing'),
};

/** The password in force. */
export const presentPassword: FieldRule = {
  secret: true,
  check: value => (value === '' ? 'PasswordMissing' : undefined),
};

/** A new password. */
export const newPassword: FieldRule = {
  secret: true,
  check: value =>
    contract.PASSWORD.test(value) ? undefined : value === '' ? 'NewPasswordMissing' : 'InvalidPassword',
};

/** The new password in `password` once more. */
export const repeatedPassword: FieldRule = {
  secret: true,
  check: (value, { password = '' }) =>
    password !== '' && password !== value ? 'PasswordMismatch' : undefined,
};

/** The username. */
export const username: FieldRule = {
  normalise: usernameFrom,
  check: value => (contract.USERNAME.test(value) ? undefined : 'InvalidUsername'),
};
