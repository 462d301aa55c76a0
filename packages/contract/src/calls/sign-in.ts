/** Sign-in by a code and by a password; sign-out. */
import * as v from 'valibot';
import { done, sent, signedIn } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { headers } from '../wire.ts';
import { accounts } from './paths.ts';

const codeBody = v.object({ phone_number: f.phoneNumber, pid: f.pid });
const agreed = v.optional(f.agreementIds, [-1]);
const phoneBody = v.object({
  phone_number: f.phoneNumber,
  captcha: f.code,
  pid: f.pid,
  agreement_ids: agreed,
});
const accountBody = v.object({
  identity: f.identity,
  password: f.anyPassword,
  pid: f.pid,
  agreement_ids: agreed,
});

export const sendLoginCaptcha = {
  summary: 'Sends a sign-in code to a registered number.',
  method: 'POST',
  path: accounts('captcha/login/post-process'),
  token: 'none',
  identifier: 'phone_number',
  sends: { purpose: 'login', channel: 'sms', pid: 'body' },
  body: codeBody,
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

export const loginByPhone = {
  summary: 'Signs in a registered phone number by a code.',
  method: 'POST',
  path: accounts('phone/login/post-process'),
  token: 'none',
  identifier: 'phone_number',
  body: phoneBody,
  answer: signedIn,
  refusals: [
    'InvalidPhoneNumber',
    'InvalidCaptcha',
    'EmptyAgreementIds',
    'IllegalPid',
    'CaptchaMismatch',
    'PhoneUnregistered',
    'AccountBlocked',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const sendSilentLoginCaptcha = {
  summary: 'Sends a sign-in code to any number. The sign-in creates the account of an unregistered number.',
  method: 'POST',
  path: accounts('captcha/login/silence'),
  token: 'none',
  identifier: 'phone_number',
  sends: { purpose: 'silence', channel: 'sms', pid: 'body' },
  body: codeBody,
  answer: sent,
  refusals: [
    'InvalidPhoneNumber',
    'IllegalPid',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const loginSilently = {
  summary: 'Signs in by a code. Creates the account of an unregistered number, without a password.',
  method: 'POST',
  path: accounts('phone/login/silence'),
  token: 'none',
  identifier: 'phone_number',
  header: {
    name: headers.enrol,
    description:
      '`ask`: an unregistered number, where `agreement_ids` names none, becomes no account yet. The right code is answered with EnrolmentRequired, whose `data.ticket` `enrolByPhone` spends.',
  },
  body: phoneBody,
  answer: signedIn,
  refusals: [
    'InvalidPhoneNumber',
    'InvalidCaptcha',
    'EmptyAgreementIds',
    'AgreementsOutdated',
    'IllegalPid',
    'CaptchaMismatch',
    'AccountBlocked',
    'SecondFactorRequired',
    'EnrolmentRequired',
  ],
} as const satisfies Call;

export const loginByAccount = {
  summary: 'Signs in by username, phone number or e-mail, and password.',
  method: 'POST',
  path: accounts('login'),
  token: 'none',
  identifier: 'identity',
  body: accountBody,
  answer: signedIn,
  refusals: [
    'InvalidPassword',
    'EmptyAgreementIds',
    'IllegalPid',
    'InvalidTicket',
    'WrongCredentials',
    'AccountBlocked',
    'TooManyAttempts',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const loginSecurely = {
  summary: 'Signs in like `login`, with a human-verification ticket: earlier failures cause no delay.',
  method: 'POST',
  path: accounts('login/security'),
  token: 'none',
  identifier: 'identity',
  body: accountBody,
  answer: signedIn,
  refusals: [
    'InvalidPassword',
    'EmptyAgreementIds',
    'IllegalPid',
    'InvalidTicket',
    'WrongCredentials',
    'AccountBlocked',
    'TooManyAttempts',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const logout = {
  summary: 'Ends the session of the refresh token.',
  method: 'POST',
  path: accounts('logout'),
  token: 'required',
  waiting: true,
  body: v.object({ refresh_token: f.opaque('refresh_token') }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'RefreshTokenInvalid'],
} as const satisfies Call;
