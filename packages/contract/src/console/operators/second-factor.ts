/** Operators' second factors: the second step of a sign-in, fresh proof, and the operator's own apps, passkeys and codes. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import {
  newRecoveryCodes,
  passkeyChallenge,
  passkeyName,
  passkeyRegistration,
  secondFactorProof,
  secondFactors,
  stepTicket,
  totpCode,
  totpSetup,
} from '../../second-factor.ts';
import type { ConsoleCall } from '../call.ts';
import { uuid } from '../page.ts';
import { anyPassword, operator } from './fields.ts';

const password = v.object({ method: v.literal('password'), password: anyPassword });

export const challengeOperatorSignIn = {
  summary: 'A passkey challenge for the second step of a sign-in, for five minutes.',
  method: 'POST',
  path: '/console/v1/sign-in/passkey',
  role: 'none',
  body: v.object({ ticket: stepTicket }),
  answer: passkeyChallenge,
  refusals: ['ForeignOrigin', 'WrongTicket', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const finishOperatorSignIn = {
  summary: 'The second step of a sign-in: a code of the app, a passkey, or a recovery code.',
  method: 'POST',
  path: '/console/v1/sign-in/second-factor',
  role: 'none',
  act: 'operators.sign-in',
  body: v.object({ ticket: stepTicket, proof: secondFactorProof }),
  answer: operator,
  refusals: ['ForeignOrigin', 'WrongTicket', 'CaptchaMismatch', 'TooManyAttempts', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const getOwnSecondFactors = {
  summary: "The operator's own second factors.",
  method: 'GET',
  path: '/console/v1/me/second-factors',
  role: 'viewer',
  beforeSetup: true,
  answer: secondFactors,
  refusals: [],
} as const satisfies ConsoleCall;

export const challengeOperator = {
  summary: 'How the operator can prove who they are, with a passkey challenge if they have passkeys.',
  method: 'POST',
  path: '/console/v1/me/proof/challenge',
  role: 'viewer',
  beforeSetup: true,
  answer: v.object({
    /** `password`: there is no second factor. */
    methods: v.array(v.picklist(['totp', 'passkey', 'recovery_code', 'password'])),
    passkey: v.nullable(passkeyChallenge),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const proveOperator = {
  summary: 'Proves again who the operator is, by the second factor, or by the password if there is none.',
  method: 'POST',
  path: '/console/v1/me/proof',
  role: 'viewer',
  act: 'operators.prove',
  beforeSetup: true,
  body: v.object({ proof: v.variant('method', [...secondFactorProof.options, password]) }),
  answer: done,
  refusals: ['WrongTicket', 'CaptchaMismatch', 'WrongOldPassword', 'TooManyAttempts', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const startOperatorTotp = {
  summary: 'Begins to set up an authenticator app: a secret with its QR code.',
  method: 'POST',
  path: '/console/v1/me/totp/start',
  role: 'viewer',
  proof: true,
  beforeSetup: true,
  answer: totpSetup,
  refusals: [],
} as const satisfies ConsoleCall;

export const addOperatorTotp = {
  summary:
    'Stores the app whose code is right, in place of an earlier one. With the first factor recovery codes come, and other sessions end.',
  method: 'POST',
  path: '/console/v1/me/totp',
  role: 'viewer',
  act: 'operators.add-app',
  proof: true,
  beforeSetup: true,
  body: v.object({ ticket: stepTicket, code: totpCode }),
  answer: newRecoveryCodes,
  refusals: ['WrongTicket', 'CaptchaMismatch'],
} as const satisfies ConsoleCall;

export const removeOperatorTotp = {
  summary: 'Removes the authenticator app.',
  method: 'POST',
  path: '/console/v1/me/totp/remove',
  role: 'viewer',
  act: 'operators.remove-app',
  proof: true,
  answer: done,
  refusals: ['NotFound', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const startOperatorPasskey = {
  summary: 'Begins to add a passkey.',
  method: 'POST',
  path: '/console/v1/me/passkeys/start',
  role: 'viewer',
  proof: true,
  beforeSetup: true,
  answer: passkeyChallenge,
  refusals: ['IllegalOperation'],
} as const satisfies ConsoleCall;

export const addOperatorPasskey = {
  summary:
    'Stores a passkey that the browser made. With the first factor recovery codes come, and other sessions end.',
  method: 'POST',
  path: '/console/v1/me/passkeys',
  role: 'viewer',
  act: 'operators.add-passkey',
  proof: true,
  beforeSetup: true,
  body: v.object({ ticket: stepTicket, name: passkeyName, response: passkeyRegistration }),
  answer: newRecoveryCodes,
  refusals: ['WrongTicket', 'Conflict', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const removeOperatorPasskey = {
  summary: 'Removes a passkey.',
  method: 'POST',
  path: '/console/v1/me/passkeys/remove',
  role: 'viewer',
  act: 'operators.remove-passkey',
  proof: true,
  body: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,2048}$/)) }),
  answer: done,
  refusals: ['NotFound', 'IllegalOperation'],
} as const satisfies ConsoleCall;

export const renewOperatorRecoveryCodes = {
  summary: 'Makes ten new recovery codes; earlier ones are no longer valid.',
  method: 'POST',
  path: '/console/v1/me/recovery-codes',
  role: 'viewer',
  act: 'operators.renew-recovery-codes',
  proof: true,
  answer: newRecoveryCodes,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const resetOperatorSecondFactor = {
  summary:
    'Removes all second factors of another operator, who lost them; ends their sessions and their open links.',
  method: 'POST',
  path: '/console/v1/operators/reset-second-factor',
  role: 'admin',
  act: 'operators.reset-second-factor',
  proof: true,
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'IllegalOperation'],
} as const satisfies ConsoleCall;
