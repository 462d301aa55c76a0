/** Registration, sign-in and password reset by e-mail, and the address of an account. */
import * as v from 'valibot';
import { done, sent, signedIn, ticket } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

const toAddress = v.object({ email: f.email, pid: f.pid });
const withCode = v.object({ email: f.email, captcha: f.code });

export const sendEmailCaptcha = {
  summary: 'Sends a code to an e-mail address that has no account yet.',
  method: 'POST',
  path: accounts('email/captcha/send'),
  token: 'none',
  identifier: 'email',
  sends: { purpose: 'email', channel: 'email', pid: 'header' },
  body: v.object({ email: f.email }),
  answer: sent,
  refusals: ['InvalidEmail', 'EmailRegistered', 'CaptchaTooFrequent', 'CaptchaLimitReached', 'InvalidTicket'],
} as const satisfies Call;

export const checkEmailCaptcha = {
  summary: 'Exchanges the code for a ticket that proves the e-mail address (10 minutes, once).',
  method: 'POST',
  path: accounts('email/captcha/check'),
  token: 'none',
  identifier: 'email',
  body: withCode,
  answer: v.object({ captchaTicket: v.string() }),
  refusals: ['InvalidEmail', 'InvalidCaptcha', 'CaptchaMismatch'],
} as const satisfies Call;

export const registerByEmail = {
  summary: 'Creates the account of the e-mail address that the ticket proves, and signs it in.',
  method: 'POST',
  path: accounts('email/register'),
  token: 'none',
  body: v.pipe(
    v.object({
      captchaTicket: f.opaque('captchaTicket'),
      password: f.password,
      rePassword: f.confirmation,
      pid: f.pid,
    }),
    f.samePassword('rePassword'),
  ),
  answer: signedIn,
  refusals: [
    'InvalidPassword',
    'PasswordTooCommon',
    'PasswordMismatch',
    'IllegalPid',
    'WrongTicket',
    'EmailRegistered',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const sendEmailLoginCaptcha = {
  summary: 'Sends a sign-in code to an e-mail address. One without an account gets a message that says so.',
  method: 'POST',
  path: accounts('email/captcha/login'),
  token: 'none',
  identifier: 'email',
  sends: { purpose: 'login', channel: 'email', pid: 'body' },
  body: toAddress,
  answer: sent,
  refusals: ['InvalidEmail', 'IllegalPid', 'CaptchaTooFrequent', 'CaptchaLimitReached', 'InvalidTicket'],
} as const satisfies Call;

export const loginByEmail = {
  summary: 'Signs in an e-mail address by a code.',
  method: 'POST',
  path: accounts('email/login'),
  token: 'none',
  identifier: 'email',
  body: v.object({
    email: f.email,
    captcha: f.code,
    pid: f.pid,
    agreement_ids: v.optional(f.agreementIds, [-1]),
  }),
  answer: signedIn,
  refusals: [
    'InvalidEmail',
    'InvalidCaptcha',
    'EmptyAgreementIds',
    'IllegalPid',
    'CaptchaMismatch',
    'AccountBlocked',
    'SecondFactorRequired',
  ],
} as const satisfies Call;

export const sendEmailResetCaptcha = {
  summary:
    'Sends a code to an e-mail address, to reset a forgotten password. One without an account gets a message that says so.',
  method: 'POST',
  path: accounts('email/captcha/password/reset'),
  token: 'none',
  identifier: 'email',
  sends: { purpose: 'reset', channel: 'email', pid: 'body' },
  body: toAddress,
  answer: sent,
  refusals: ['InvalidEmail', 'IllegalPid', 'CaptchaTooFrequent', 'CaptchaLimitReached', 'InvalidTicket'],
} as const satisfies Call;

export const checkEmailResetCaptcha = {
  summary: 'Exchanges the code for a ticket that `resetPassword` takes (10 minutes, once).',
  method: 'POST',
  path: accounts('email/captcha/password/check'),
  token: 'none',
  identifier: 'email',
  body: withCode,
  answer: ticket,
  refusals: ['InvalidEmail', 'InvalidCaptcha', 'CaptchaMismatch'],
} as const satisfies Call;

export const sendEmailBindCaptcha = {
  summary:
    'Sends a code to the e-mail address that the account will have, and a link that may be opened on any device. `link_digits` are to be shown to the caller: the page of the link asks for them. The link of an earlier call of the session is over.',
  method: 'POST',
  path: accounts('email/captcha/bind'),
  token: 'required',
  identifier: 'email',
  sends: { purpose: 'bind', channel: 'email', pid: 'body' },
  body: toAddress,
  answer: v.object({ ...sent.entries, link_digits: v.string() }),
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidEmail',
    'IllegalPid',
    'EmailRegistered',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

/** How far the request of a session for an address is. */
export type EmailLinkState = 'waiting' | 'confirmed' | 'refused' | 'none';

export const getEmailLink = {
  summary:
    'How far the link of `sendEmailBindCaptcha` is that this session asked for last. `confirmed`: `bindEmail` takes the address without a code; `refused`: whoever opened the link did not ask for it; `none`: there is none, or it is over. With `waiting` and `confirmed` stand the masked address, the digits and the seconds until it is over, for a page that was loaded anew.',
  method: 'GET',
  path: accounts('email/bind/link'),
  token: 'required',
  answer: v.object({
    state: v.string() as v.GenericSchema<EmailLinkState>,
    email: v.optional(v.string()),
    link_digits: v.optional(v.string()),
    expires_in: v.optional(v.number()),
  }),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const bindEmail = {
  summary:
    'Binds the e-mail address to the account, in the place of the one before. Without `captcha` the address is the one that the link of the message has confirmed.',
  method: 'PATCH',
  path: accounts('email/bind'),
  token: 'required',
  identifier: 'email',
  body: v.object({ email: f.email, captcha: v.optional(f.code) }),
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidEmail',
    'InvalidCaptcha',
    'CaptchaMismatch',
    'EmailRegistered',
  ],
} as const satisfies Call;
