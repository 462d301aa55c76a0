/** Second factors of people: the second step of a sign-in, sign-in by passkey, and the person's own apps, passkeys and codes. */
import * as v from 'valibot';
import { signedIn } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import {
  newRecoveryCodes,
  passkeyAssertion,
  passkeyChallenge,
  passkeyName,
  passkeyRegistration,
  secondFactorProof,
  stepTicket,
  totpCode,
  totpSetup,
} from '../second-factor.ts';
import * as shared from '../second-factor-calls.ts';
import { accounts } from './paths.ts';

/** Recovery codes, shown once, and the ticket that then signs in. */
const setUp = v.object({ recovery_codes: v.array(v.string()), ticket: v.string() });

/** What every call of a signed-in person about their second factors can refuse. */
const change = ['TokenInvalid', 'AccountBlocked', 'ProofRequired'] as const;

export const challengeSecondStep = shared.complete(shared.challengeStep, {
  path: accounts('login/second-factor/challenge'),
  token: 'none',
  refusals: ['WrongTicket', 'IllegalOperation'],
}) satisfies Call;

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

export const startStepTotp = {
  summary:
    'Begins to set up an authenticator app in the second step of a sign-in, where `data.setup` of SecondFactorRequired says that the account has no second factor.',
  method: 'POST',
  path: accounts('login/second-factor/totp/start'),
  token: 'none',
  body: v.object({ ticket: stepTicket }),
  answer: totpSetup,
  refusals: ['WrongTicket', 'TooManyAttempts'],
} as const satisfies Call;

export const addStepTotp = {
  summary:
    'Stores the app whose code is right, in the second step of a sign-in. `finishSetUp` signs in with the ticket that comes with the recovery codes; ten wrong codes end the step.',
  method: 'POST',
  path: accounts('login/second-factor/totp'),
  token: 'none',
  body: v.object({ step_ticket: stepTicket, ticket: stepTicket, code: totpCode }),
  answer: setUp,
  refusals: ['WrongTicket', 'CaptchaMismatch'],
} as const satisfies Call;

export const startStepPasskey = {
  summary: 'Begins to add a passkey in the second step of a sign-in, as `startStepTotp`.',
  method: 'POST',
  path: accounts('login/second-factor/passkey/start'),
  token: 'none',
  body: v.object({ ticket: stepTicket }),
  answer: passkeyChallenge,
  refusals: ['WrongTicket', 'TooManyAttempts', 'IllegalOperation'],
} as const satisfies Call;

export const addStepPasskey = {
  summary: 'Stores a passkey in the second step of a sign-in, as `addStepTotp`.',
  method: 'POST',
  path: accounts('login/second-factor/passkey'),
  token: 'none',
  body: v.object({
    step_ticket: stepTicket,
    ticket: stepTicket,
    name: passkeyName,
    response: passkeyRegistration,
  }),
  answer: setUp,
  refusals: ['WrongTicket', 'IllegalOperation'],
} as const satisfies Call;

export const finishSetUp = {
  summary:
    'Signs in after a second factor was set up in the second step, with the ticket that came with the recovery codes.',
  method: 'POST',
  path: accounts('login/second-factor/finish'),
  token: 'none',
  body: v.object({ ticket: stepTicket }),
  answer: signedIn,
  refusals: ['WrongTicket', 'AccountBlocked'],
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

export const getSecondFactors = shared.complete(shared.get, {
  path: accounts('second-factors'),
  token: 'required',
  refusals: ['TokenInvalid', 'AccountBlocked'],
}) satisfies Call;

export const setTwoStepVerification = {
  summary:
    'Turns two-step verification on or off: whether sign-ins ask for a second factor. Turned on, other sessions end, and recovery codes come if there are none.',
  method: 'POST',
  path: accounts('second-factors/two-step'),
  token: 'required',
  body: v.object({ enabled: v.boolean() }),
  answer: newRecoveryCodes,
  refusals: [...change, 'NotFound', 'IllegalOperation'],
} as const satisfies Call;

export const startTotp = shared.complete(shared.startTotp, {
  path: accounts('totp/start'),
  token: 'required',
  refusals: [...change, 'TooManyAttempts'],
}) satisfies Call;

export const addTotp = shared.complete(shared.addTotp, {
  path: accounts('totp'),
  token: 'required',
  refusals: [...change, 'WrongTicket', 'CaptchaMismatch'],
}) satisfies Call;

export const removeTotp = shared.complete(shared.removeTotp, {
  path: accounts('totp/remove'),
  token: 'required',
  refusals: [...change, 'NotFound', 'IllegalOperation'],
}) satisfies Call;

export const startPasskey = shared.complete(shared.startPasskey, {
  path: accounts('passkeys/start'),
  token: 'required',
  refusals: [...change, 'TooManyAttempts', 'IllegalOperation'],
}) satisfies Call;

export const addPasskey = shared.complete(shared.addPasskey, {
  path: accounts('passkeys'),
  token: 'required',
  refusals: [...change, 'WrongTicket', 'IllegalOperation'],
}) satisfies Call;

export const removePasskey = shared.complete(shared.removePasskey, {
  path: accounts('passkeys/remove'),
  token: 'required',
  refusals: [...change, 'NotFound', 'IllegalOperation'],
}) satisfies Call;

export const renewRecoveryCodes = shared.complete(shared.renewRecoveryCodes, {
  path: accounts('recovery-codes'),
  token: 'required',
  refusals: [...change, 'NotFound'],
}) satisfies Call;

export const challengeProof = {
  summary: 'A passkey challenge for `proveBySecondFactor`, for five minutes.',
  method: 'POST',
  path: accounts('proof/challenge'),
  token: 'required',
  waiting: true,
  answer: passkeyChallenge,
  refusals: ['TokenInvalid', 'AccountBlocked', 'IllegalOperation'],
} as const satisfies Call;

export const proveBySecondFactor = {
  summary: 'Proves who the caller is by a code of the app, a passkey, or a recovery code.',
  method: 'POST',
  path: accounts('proof/second-factor'),
  token: 'required',
  waiting: true,
  body: v.object({ proof: secondFactorProof }),
  /** When the proof is over, in milliseconds since 1970. */
  answer: v.object({ proved_until: v.number() }),
  refusals: ['TokenInvalid', 'AccountBlocked', 'WrongTicket', 'CaptchaMismatch', 'IllegalOperation'],
} as const satisfies Call;
