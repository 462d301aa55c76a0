/** Sign-in by a code and by a password; sign-out. */
import * as v from 'valibot';
import { done, sent, signedIn } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

const codeBody = /* @__PURE__ */ v.object({ phone_number: f.phoneNumber, pid: f.pid });
const agreed = /* @__PURE__ */ v.optional(f.agreementIds, [-1]);
const phoneBody = /* @__PURE__ */ v.object({
  phone_number: f.phoneNumber,
  captcha: f.code,
  pid: f.pid,
  agreement_ids: agreed,
});
const accountBody = /* @__PURE__ */ v.object({
  identity: f.identity,
  password: f.anyPassword,
  pid: f.pid,
  agreement_ids: agreed,
});

export const sendLoginCaptcha = {
  summary: 'Sends a sign-in code to a registered number.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('captcha/login/post-process'),
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
  path: /* @__PURE__ */ accounts('phone/login/post-process'),
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
  ],
} as const satisfies Call;

export const sendSilentLoginCaptcha = {
  summary: 'Sends a sign-in code to any number. The sign-in creates the account of an unregistered number.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('captcha/login/silence'),
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
  path: /* @__PURE__ */ accounts('phone/login/silence'),
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
    'AccountBlocked',
  ],
} as const satisfies Call;

export const loginByAccount = {
  summary: 'Signs in by username, phone number or e-mail, and password.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('login'),
  token: 'none',
  identifier: 'identity',
  body: accountBody,
  answer: signedIn,
  refusals: [
    'InvalidPassword',
    'EmptyAgreementIds',
    'IllegalPid',
    'WrongCredentials',
    'AccountBlocked',
    'TooManyAttempts',
  ],
} as const satisfies Call;

export const loginSecurely = {
  summary: 'Signs in like `login`, with a human-verification ticket: earlier failures cause no delay.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('login/security'),
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
  ],
} as const satisfies Call;

export const logout = {
  summary: 'Ends the session of the refresh token.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('logout'),
  token: 'required',
  body: /* @__PURE__ */ v.object({ refresh_token: f.opaque }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'RefreshTokenInvalid'],
} as const satisfies Call;
