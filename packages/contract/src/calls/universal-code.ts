/** The universal code, which proves any phone number. */
import * as v from 'valibot';
import { sent, ticket } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

export const sendCommonCaptcha = {
  summary: 'Sends a code to any number.',
  method: 'POST',
  path: accounts('captcha/common'),
  token: 'none',
  identifier: 'phone_number',
  sends: { purpose: 'common', channel: 'sms', pid: 'body' },
  body: v.object({ phone_number: f.phoneNumber, pid: f.pid }),
  answer: sent,
  refusals: [
    'InvalidPhoneNumber',
    'IllegalPid',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;

export const checkCommonCaptcha = {
  summary: 'Exchanges the code for a ticket that proves the number (10 minutes, once).',
  method: 'POST',
  path: accounts('captcha/common/check'),
  token: 'none',
  identifier: 'phone_number',
  body: v.object({ phone_number: f.phoneNumber, captcha: f.code }),
  answer: ticket,
  refusals: ['InvalidPhoneNumber', 'InvalidCaptcha', 'CaptchaMismatch'],
} as const satisfies Call;
