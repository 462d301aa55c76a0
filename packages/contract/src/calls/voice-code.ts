/** Codes by voice call. */
import * as v from 'valibot';
import { sentByVoice } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

/**
 * The purpose of each `type`; SILENCE, CHANGE, UPDATE, COMMON and GUARDIAN are ours, for the forms whose text messages have these purposes. A
 * voice code is used like a text message's code of the same purpose. */
const voicePurposes = {
  REGISTER: 'register',
  LOGIN: 'login',
  OAUTH: 'oauth',
  RESET: 'reset',
  BIND: 'bind',
  SILENCE: 'silence',
  CHANGE: 'change',
  UPDATE: 'update',
  COMMON: 'common',
  GUARDIAN: 'guardian',
} as const;

const types = [
  'REGISTER',
  'LOGIN',
  'OAUTH',
  'RESET',
  'BIND',
  'SILENCE',
  'CHANGE',
  'UPDATE',
  'COMMON',
  'GUARDIAN',
] as const satisfies readonly (keyof typeof voicePurposes)[];

export const sendVoiceCaptcha = {
  summary:
    'Sends a code by voice call, for the purpose that `type` names. OAUTH needs the ticket of the third-party sign-in; BIND, CHANGE (with the old number) and UPDATE need the token.',
  method: 'POST',
  path: accounts('voice/captcha/send'),
  token: 'optional',
  identifier: 'phone_number',
  sends: { purpose: { field: 'type', values: voicePurposes }, channel: 'voice', pid: 'header' },
  body: v.object({
    phone_number: f.phoneNumber,
    type: v.pipe(v.string(), v.toUpperCase(), v.picklist(types)),
    oauth_ticket: v.optional(f.opaque('oauth_ticket')),
    old_phone_number: v.optional(f.phoneNumber),
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
    'WrongOldPhone',
    'TooManyAttempts',
    'CaptchaTooFrequent',
    'CaptchaLimitReached',
    'InvalidTicket',
  ],
} as const satisfies Call;
