/** Registration by e-mail. */
import * as v from 'valibot';
import { sent, signedIn } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

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
  body: v.object({ email: f.email, captcha: f.code }),
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
      captchaTicket: f.opaque,
      password: f.password,
      rePassword: f.confirmation,
      pid: f.pid,
    }),
    f.samePassword('rePassword'),
  ),
  answer: signedIn,
  refusals: ['InvalidPassword', 'PasswordMismatch', 'IllegalPid', 'WrongTicket', 'EmailRegistered'],
} as const satisfies Call;
