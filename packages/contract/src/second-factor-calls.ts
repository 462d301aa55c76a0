/**
 * The calls about one's own second factors, which people and operators have alike: each call adds path, access and refusals
 * (`calls/second-factor.ts`, `console/operators/second-factor.ts`).
 */
import * as v from 'valibot';
import { done } from './answers.ts';
import {
  newRecoveryCodes,
  passkeyChallenge,
  passkeyName,
  passkeyRegistration,
  secondFactors,
  stepTicket,
  totpCode,
  totpSetup,
} from './second-factor.ts';

/** A call with what differs: path, access, refusals. */
export const complete = <const R extends object, const A extends object>(call: R, access: A): R & A => ({
  ...call,
  ...access,
});

export const get = {
  summary: "The caller's second factors.",
  method: 'GET',
  answer: secondFactors,
} as const;

export const challengeStep = {
  summary: 'A passkey challenge for the second step of a sign-in, for five minutes.',
  method: 'POST',
  body: v.object({ ticket: stepTicket }),
  answer: passkeyChallenge,
} as const;

export const startTotp = {
  summary: 'Begins to set up an authenticator app: a secret with its QR code.',
  method: 'POST',
  answer: totpSetup,
} as const;

export const addTotp = {
  summary:
    'Stores the app whose code is right, in place of an earlier one. Where sign-ins begin to ask for a second step, recovery codes come, and other sessions end.',
  method: 'POST',
  body: v.object({ ticket: stepTicket, code: totpCode }),
  answer: newRecoveryCodes,
} as const;

export const removeTotp = {
  summary: 'Removes the authenticator app.',
  method: 'POST',
  answer: done,
} as const;

export const startPasskey = {
  summary: 'Begins to add a passkey.',
  method: 'POST',
  answer: passkeyChallenge,
} as const;

export const addPasskey = {
  summary:
    'Stores a passkey that the browser made. Where sign-ins begin to ask for a second step, recovery codes come, and other sessions end.',
  method: 'POST',
  body: v.object({ ticket: stepTicket, name: passkeyName, response: passkeyRegistration }),
  answer: newRecoveryCodes,
} as const;

export const removePasskey = {
  summary: 'Removes a passkey.',
  method: 'POST',
  body: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,2048}$/)) }),
  answer: done,
} as const;

export const renewRecoveryCodes = {
  summary: 'Makes ten new recovery codes; earlier ones are no longer valid.',
  method: 'POST',
  answer: newRecoveryCodes,
} as const;
