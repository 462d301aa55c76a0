/** Setting, changing and resetting a password. */
import * as v from 'valibot';
import { done, sent, ticket } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

const toPhone = v.object({ phone_number: f.phoneNumber, pid: f.pid });

export const changePassword = {
  summary: 'Changes the password by the old one; ends every session.',
  method: 'PATCH',
  path: accounts('password'),
  token: 'required',
  body: v.pipe(
    v.object({
      old_password: f.oldPassword,
      password: f.password,
      confirm_password: f.confirmation,
    }),
    f.samePassword('confirm_password'),
  ),
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'InvalidPassword',
    'PasswordTooCommon',
    'PasswordMismatch',
    'WrongOldPassword',
    'TooManyAttempts',
  ],
} as const satisfies Call;

export const sendUpdatePasswordCaptcha = {
  summary: "Sends a code to the account's own number, to change the password by it.",
  method: 'POST',
  path: accounts('captcha/password/update'),
  token: 'required',
  identifier: 'phone_number',
  sends: { purpose: 'update', channel: 'sms', pid: 'body' },
  body: toPhone,
  answer: sent,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'InvalidPhoneNumber',
    'IllegalPid',
    'WrongOldPhone',
    'TooManyAttempts',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const changePasswordByPhone = {
  summary: "Changes the password by a code to the account's own number; ends every session.",
  method: 'PATCH',
  path: accounts('password/phone'),
  token: 'required',
  identifier: 'phone_number',
  body: v.object({ phone_number: f.phoneNumber, captcha: f.code, password: f.password }),
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'InvalidPhoneNumber',
    'InvalidCaptcha',
    'InvalidPassword',
    'PasswordTooCommon',
    'CaptchaMismatch',
    'WrongOldPhone',
  ],
} as const satisfies Call;

export const initPassword = {
  summary: 'Sets the first password of an account that has none.',
  method: 'PATCH',
  path: accounts('password/setting'),
  token: 'required',
  body: v.pipe(
    v.object({ password: f.password, confirm_password: f.confirmation }),
    f.samePassword('confirm_password'),
  ),
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPassword',
    'PasswordTooCommon',
    'PasswordMismatch',
    'PasswordAlreadySet',
  ],
} as const satisfies Call;

export const sendResetPasswordCaptcha = {
  summary: 'Sends a code to a registered number, to reset a forgotten password.',
  method: 'POST',
  path: accounts('captcha/password/reset'),
  token: 'none',
  identifier: 'phone_number',
  sends: { purpose: 'reset', channel: 'sms', pid: 'body' },
  body: toPhone,
  answer: sent,
  refusals: [
    'InvalidPhoneNumber',
    'IllegalPid',
    'PhoneUnregistered',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const checkResetPasswordCaptcha = {
  summary: 'Exchanges the code for a ticket that resets the password (10 minutes, once).',
  method: 'POST',
  path: accounts('captcha/password/check'),
  token: 'none',
  identifier: 'phone_number',
  body: v.object({ phone_number: f.phoneNumber, captcha: f.code }),
  answer: ticket,
  refusals: ['InvalidPhoneNumber', 'InvalidCaptcha', 'CaptchaMismatch', 'PhoneUnregistered'],
} as const satisfies Call;

export const resetPassword = {
  summary: 'Sets a new password by the ticket; ends every session.',
  method: 'PATCH',
  path: accounts('password/reset'),
  token: 'none',
  body: v.pipe(
    v.object({ ticket: f.opaque('ticket'), password: f.password, confirm_password: f.confirmation }),
    f.samePassword('confirm_password'),
  ),
  answer: done,
  refusals: ['InvalidPassword', 'PasswordTooCommon', 'PasswordMismatch', 'WrongTicket', 'AccountBlocked'],
} as const satisfies Call;
