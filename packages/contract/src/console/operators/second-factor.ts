/** Operators' second factors: the second step of a sign-in, fresh proof, and the operator's own apps, passkeys and codes. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import { passkeyChallenge, secondFactorProof, stepTicket } from '../../second-factor.ts';
import * as shared from '../../second-factor-calls.ts';
import type { ConsoleCall } from '../call.ts';
import { uuid } from '../page.ts';
import { anyPassword, operator } from './fields.ts';

const password = v.object({ method: v.literal('password'), password: anyPassword });

export const challengeOperatorSignIn = shared.complete(shared.challengeStep, {
  path: '/console/v1/sign-in/passkey',
  role: 'none',
  refusals: ['ForeignOrigin', 'WrongTicket', 'IllegalOperation'],
}) satisfies ConsoleCall;

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

export const getOwnSecondFactors = shared.complete(shared.get, {
  path: '/console/v1/me/second-factors',
  role: 'viewer',
  beforeSetup: true,
  refusals: [],
}) satisfies ConsoleCall;

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

export const startOperatorTotp = shared.complete(shared.startTotp, {
  path: '/console/v1/me/totp/start',
  role: 'viewer',
  proof: true,
  beforeSetup: true,
  refusals: ['TooManyAttempts'],
}) satisfies ConsoleCall;

export const addOperatorTotp = shared.complete(shared.addTotp, {
  path: '/console/v1/me/totp',
  role: 'viewer',
  act: 'operators.add-app',
  proof: true,
  beforeSetup: true,
  refusals: ['WrongTicket', 'CaptchaMismatch'],
}) satisfies ConsoleCall;

export const removeOperatorTotp = shared.complete(shared.removeTotp, {
  path: '/console/v1/me/totp/remove',
  role: 'viewer',
  act: 'operators.remove-app',
  proof: true,
  refusals: ['NotFound', 'IllegalOperation'],
}) satisfies ConsoleCall;

export const startOperatorPasskey = shared.complete(shared.startPasskey, {
  path: '/console/v1/me/passkeys/start',
  role: 'viewer',
  proof: true,
  beforeSetup: true,
  refusals: ['TooManyAttempts', 'IllegalOperation'],
}) satisfies ConsoleCall;

export const addOperatorPasskey = shared.complete(shared.addPasskey, {
  path: '/console/v1/me/passkeys',
  role: 'viewer',
  act: 'operators.add-passkey',
  proof: true,
  beforeSetup: true,
  refusals: ['WrongTicket', 'Conflict', 'IllegalOperation'],
}) satisfies ConsoleCall;

export const removeOperatorPasskey = shared.complete(shared.removePasskey, {
  path: '/console/v1/me/passkeys/remove',
  role: 'viewer',
  act: 'operators.remove-passkey',
  proof: true,
  refusals: ['NotFound', 'IllegalOperation'],
}) satisfies ConsoleCall;

export const renewOperatorRecoveryCodes = shared.complete(shared.renewRecoveryCodes, {
  path: '/console/v1/me/recovery-codes',
  role: 'viewer',
  act: 'operators.renew-recovery-codes',
  proof: true,
  refusals: ['NotFound'],
}) satisfies ConsoleCall;

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
