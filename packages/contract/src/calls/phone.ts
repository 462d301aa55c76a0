/** Binding and changing the phone number of an account. */
import * as v from 'valibot';
import { done, sent } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

const withCode = v.object({ phone_number: f.phoneNumber, captcha: f.code });

export const sendBindPhoneCaptcha = {
  summary: 'Sends a code to the number that an account without a number will bind.',
  method: 'POST',
  path: accounts('captcha/phone/bind'),
  token: 'required',
  identifier: 'phone_number',
  sends: { purpose: 'bind', channel: 'sms', pid: 'body' },
  body: v.object({ phone_number: f.phoneNumber, pid: f.pid }),
  answer: sent,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPhoneNumber',
    'IllegalPid',
    'PhoneBound',
    'PhoneBoundByOther',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const bindPhone = {
  summary: 'Binds a phone number to an account that has none.',
  method: 'PATCH',
  path: accounts('phone/bind'),
  token: 'required',
  identifier: 'phone_number',
  body: withCode,
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPhoneNumber',
    'InvalidCaptcha',
    'CaptchaMismatch',
    'PhoneBound',
    'PhoneBoundByOther',
  ],
} as const satisfies Call;

export const checkPhone = {
  summary: 'Whether the number is bound, and whether to the caller.',
  method: 'GET',
  path: accounts('phone/check'),
  token: 'required',
  identifier: 'phone_number',
  query: v.object({ phone_number: f.phoneNumber }),
  answer: v.object({
    bound: v.boolean(),
    own: v.boolean(),
  }),
  refusals: ['TokenInvalid', 'AccountBlocked', 'InvalidPhoneNumber', 'TooManyAttempts'],
} as const satisfies Call;

export const sendChangePhoneCaptcha = {
  summary: "Sends a code to the new number. The old number must be the account's.",
  method: 'POST',
  path: accounts('captcha/phone/change'),
  token: 'required',
  identifier: 'phone_number',
  sends: { purpose: 'change', channel: 'sms', pid: 'body' },
  body: v.object({
    phone_number: f.phoneNumber,
    old_phone_number: f.phoneNumber,
    pid: f.pid,
  }),
  answer: sent,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPhoneNumber',
    'IllegalPid',
    'WrongOldPhone',
    'PhoneBound',
    'PhoneBoundByOther',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const changePhone = {
  summary: "Replaces the account's phone number by the new one.",
  method: 'PATCH',
  path: accounts('phone/change'),
  token: 'required',
  identifier: 'phone_number',
  body: withCode,
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPhoneNumber',
    'InvalidCaptcha',
    'CaptchaMismatch',
    'WrongOldPhone',
    'PhoneBoundByOther',
  ],
} as const satisfies Call;

export const cancelNewNumber = {
  summary:
    'Cancels the number that the school will add to the account, as `getPrivacy` shows it. Where it shows none, nothing changes.',
  method: 'POST',
  path: accounts('phone/cancel-new'),
  token: 'required',
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
