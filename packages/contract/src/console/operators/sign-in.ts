/** Operators' sign-in, their own password and sessions. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import { typedProof } from '../../second-factor.ts';
import type { ConsoleCall } from '../call.ts';
import { count, maybeText, text, time, uuid } from '../page.ts';
import { schoolLength } from '../rules.ts';
import { name, password, anyPassword, token, operator } from './fields.ts';

const anyName = v.pipe(v.string(), v.regex(/^[^\p{C}]{1,64}$/u));

const schoolText = v.pipe(v.string(), v.trim(), v.maxLength(schoolLength), v.regex(/^[^\p{C}]*$/u));

const operatorSession = v.object({
  id: text,
  created_at: time,
  last_used_at: time,
  /** When it ends at the latest. */
  expires_at: time,
  address: text,
  /** Browser and system from its User-Agent, such as `Chrome 128` and `Windows 10`. */
  browser: maybeText,
  system: maybeText,
  /** Whether it is the session of this request. */
  current: v.boolean(),
});

export type OperatorSession = v.InferOutput<typeof operatorSession>;

export const getConsoleState = {
  summary:
    'Whether there is an operator. The first one is created by the link that the server prints at its start.',
  method: 'GET',
  path: '/console/v1/state',
  role: 'none',
  answer: v.object({ first_run: v.boolean() }),
  refusals: [],
} as const satisfies ConsoleCall;

export const createFirstOperator = {
  summary: 'Creates the first admin by the link that the server printed, and signs in.',
  method: 'POST',
  path: '/console/v1/first-run',
  role: 'none',
  act: 'operators.first-run',
  body: v.object({
    token,
    name,
    password,
    /** The first settings, those of `asks` in `lookAtInvitation`. */
    school: v.optional(
      v.partial(v.object({ name: schoolText, name_en: schoolText, mark: schoolText, colour: schoolText })),
    ),
    /** Makes sample data after the answer, as `npm run sample` does; where `sample` of `lookAtInvitation` says so. */
    sample: v.optional(v.boolean(), false),
  }),
  answer: operator,
  refusals: [
    'ForeignOrigin',
    'LinkInvalid',
    'OperatorExists',
    'InvalidPassword',
    'PasswordTooCommon',
    'Conflict',
  ],
} as const satisfies ConsoleCall;

export const signInOperator = {
  summary:
    'Signs an operator in. The session is an http-only cookie. SecondFactorRequired has a ticket for `finishOperatorSignIn` in its `data`. With `proof` password and second factor are judged together, also where others’ wrong passwords delay this browser: whichever is wrong, the answer is WrongCredentials.',
  method: 'POST',
  path: '/console/v1/sign-in',
  role: 'none',
  act: 'operators.sign-in',
  body: v.object({ name: anyName, password: anyPassword, proof: v.optional(typedProof) }),
  answer: operator,
  refusals: [
    'ForeignOrigin',
    'WrongCredentials',
    'TooManyAttempts',
    'InvalidPassword',
    'SecondFactorRequired',
  ],
} as const satisfies ConsoleCall;

export const signOutOperator = {
  summary: 'Ends the session of this request.',
  method: 'POST',
  path: '/console/v1/sign-out',
  role: 'viewer',
  beforeSetup: true,
  act: 'operators.sign-out',
  answer: done,
  refusals: [],
} as const satisfies ConsoleCall;

export const getOperator = {
  summary: 'The signed-in operator.',
  method: 'GET',
  path: '/console/v1/me',
  role: 'viewer',
  answer: operator,
  refusals: [],
} as const satisfies ConsoleCall;

export const changeOperatorPassword = {
  summary: "Changes the operator's own password by the old one; ends the operator's other sessions.",
  method: 'POST',
  path: '/console/v1/me/password',
  role: 'viewer',
  act: 'operators.change-password',
  body: v.object({ old_password: anyPassword, password }),
  answer: done,
  refusals: ['WrongOldPassword', 'TooManyAttempts', 'InvalidPassword', 'PasswordTooCommon'],
} as const satisfies ConsoleCall;

export const listOwnSessions = {
  summary: "The operator's own sessions, the last used first.",
  method: 'GET',
  path: '/console/v1/me/sessions',
  role: 'viewer',
  answer: v.array(operatorSession),
  refusals: [],
} as const satisfies ConsoleCall;

export const endOwnSession = {
  summary: "Ends one of the operator's own sessions.",
  method: 'POST',
  path: '/console/v1/me/sessions/end',
  role: 'viewer',
  act: 'operators.end-session',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const endOwnOtherSessions = {
  summary: "Ends all of the operator's own sessions except the one of this request.",
  method: 'POST',
  path: '/console/v1/me/sessions/end-others',
  role: 'viewer',
  act: 'operators.end-other-sessions',
  answer: v.object({ ended: count }),
  refusals: [],
} as const satisfies ConsoleCall;
