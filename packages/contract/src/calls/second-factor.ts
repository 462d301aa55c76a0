/** Second factors of people: the second step of a sign-in, sign-in by passkey, and the person's own apps, passkeys and codes. */
import * as v from 'valibot';
import { done, signedIn } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import {
  newRecoveryCodes,
  passkeyAssertion,
  passkeyChallenge,
  passkeyName,
  passkeyRegistration,
  secondFactorProof,
  secondFactors,
  stepTicket,
  totpCode,
  totpSetup,
} from '../second-factor.ts';
import { accounts } from './paths.ts';

/** What every call of a signed-in person about their second factors can refuse. */
const change = ['TokenInvalid', 'AccountBlocked', 'ProofRequired'] as const;

export const challengeSecondStep = {
  summary: 'A passkey challenge for the second step of a sign-in, for five minutes.',
  method: 'POST',
  path: accounts('login/second-factor/challenge'),
  token: 'none',
  body: v.object({ ticket: stepTicket }),
  answer: passkeyChallenge,
  refusals: ['WrongTicket', 'IllegalOperation'],
} as const satisfies Call;

export const finishSignIn = {
  summary:
    'The second step of a sign-in, with the ticket in the `data` of SecondFactorRequired: a code of the app, a passkey, or a recovery code.',
  method: 'POST',
  path: accounts('login/second-factor'),
  token: 'none',
  body: v.object({ ticket: stepTicket, proof: secondFactorProof }),
  answer: signedIn,
  refusals: ['WrongTicket', 'CaptchaMismatch', 'TooManyAttempts', 'IllegalOperation', 'AccountBlocked'],
} as const satisfies Call;

export const challengePasskeySignIn = {
  summary: 'A challenge to sign in by a passkey of this site, for five minutes.',
  method: 'POST',
  path: accounts('login/passkey/challenge'),
  token: 'none',
  answer: passkeyChallenge,
  refusals: ['IllegalOperation'],
} as const satisfies Call;

export const loginByPasskey = {
  summary: 'Signs in by a passkey, which proves both factors.',
  method: 'POST',
  path: accounts('login/passkey'),
  token: 'none',
  body: v.object({
    ticket: stepTicket,
    response: passkeyAssertion,
    pid: f.pid,
    agreement_ids: v.optional(f.agreementIds, [-1]),
  }),
  answer: signedIn,
  refusals: ['EmptyAgreementIds', 'IllegalPid', 'WrongTicket', 'IllegalOperation', 'AccountBlocked'],
} as const satisfies Call;

export const getSecondFactors = {
  summary: "The caller's second factors.",
  method: 'GET',
  path: accounts('second-factors'),
  token: 'required',
  answer: secondFactors,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const startTotp = {
  summary: 'Begins to set up an authenticator app: a secret with its QR code.',
  method: 'POST',
  path: accounts('totp/start'),
  token: 'required',
  answer: totpSetup,
  refusals: change,
} as const satisfies Call;

export const addTotp = {
  summary:
    'Stores the app whose code is right, in place of an earlier one. With the first factor recovery codes come, and other sessions end.',
  method: 'POST',
  path: accounts('totp'),
  token: 'required',
  body: v.object({ ticket: stepTicket, code: totpCode }),
  answer: newRecoveryCodes,
  refusals: [...change, 'WrongTicket', 'CaptchaMismatch'],
} as const satisfies Call;

export const removeTotp = {
  summary: 'Removes the authenticator app.',
  method: 'POST',
  path: accounts('totp/remove'),
  token: 'required',
  answer: done,
  refusals: [...change, 'NotFound'],
} as const satisfies Call;

export const startPasskey = {
  summary: 'Begins to add a passkey.',
  method: 'POST',
  path: accounts('passkeys/start'),
  token: 'required',
  answer: passkeyChallenge,
  refusals: [...change, 'IllegalOperation'],
} as const satisfies Call;

export const addPasskey = {
  summary:
    'Stores a passkey that the browser made. With the first factor recovery codes come, and other sessions end.',
  method: 'POST',
  path: accounts('passkeys'),
  token: 'required',
  body: v.object({ ticket: stepTicket, name: passkeyName, response: passkeyRegistration }),
  answer: newRecoveryCodes,
  refusals: [...change, 'WrongTicket', 'IllegalOperation'],
} as const satisfies Call;

export const removePasskey = {
  summary: 'Removes a passkey.',
  method: 'POST',
  path: accounts('passkeys/remove'),
  token: 'required',
  body: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,2048}$/)) }),
  answer: done,
  refusals: [...change, 'NotFound'],
} as const satisfies Call;

export const renewRecoveryCodes = {
  summary: 'Makes ten new recovery codes; earlier ones are no longer valid.',
  method: 'POST',
  path: accounts('recovery-codes'),
  token: 'required',
  answer: newRecoveryCodes,
  refusals: [...change, 'NotFound'],
} as const satisfies Call;

export const challengeProof = {
  summary: 'A passkey challenge for `proveBySecondFactor`, for five minutes.',
  method: 'POST',
  path: accounts('proof/challenge'),
  token: 'required',
  answer: passkeyChallenge,
  refusals: ['TokenInvalid', 'AccountBlocked', 'IllegalOperation'],
} as const satisfies Call;

export const proveBySecondFactor = {
  summary: 'Proves who the caller is by a code of the app, a passkey, or a recovery code.',
  method: 'POST',
  path: accounts('proof/second-factor'),
  token: 'required',
  body: v.object({ proof: secondFactorProof }),
  /** When the proof is over, in milliseconds since 1970. */
  answer: v.object({ proved_until: v.number() }),
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'WrongTicket',
    'CaptchaMismatch',
    'TooManyAttempts',
    'IllegalOperation',
  ],
} as const satisfies Call;
