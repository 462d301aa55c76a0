/** Codes by voice call. */
import * as v from 'valibot';
import { sentByVoice } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

/** The purpose of each `type`. A voice code is used like a text message's code of the same purpose. */
const voicePurposes = {
  REGISTER: 'register',
  LOGIN: 'login',
  OAUTH: 'oauth',
  RESET: 'reset',
  BIND: 'bind',
} as const;

export const sendVoiceCaptcha = {
  summary:
    'Sends a code by voice call, for the purpose that `type` names. OAUTH needs the ticket of the third-party sign-in.',
  method: 'POST',
  path: accounts('voice/captcha/send'),
  token: 'optional',
  identifier: 'phone_number',
  sends: { purpose: { field: 'type', values: voicePurposes }, channel: 'voice', pid: 'header' },
  body: v.object({
    phone_number: f.phoneNumber,
    type: v.pipe(v.string(), v.toUpperCase(), v.picklist(['REGISTER', 'LOGIN', 'OAUTH', 'RESET', 'BIND'])),
    oauth_ticket: v.optional(f.opaque('oauth_ticket')),
  }),
  answer: sentByVoice,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPhoneNumber',
    'PhoneRegistered',
    'PhoneUnregistered',
    'PhoneBound',
    'PhoneBoundByOther',
    'IllegalOauthTicket',
    'ThirdPartyBound',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;
