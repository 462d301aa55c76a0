/** Operators' sign-in, their own password and sessions. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import type { ConsoleCall } from '../call.ts';
import { count, maybeText, text, time, uuid } from '../page.ts';
import { name, password, anyPassword, token, operator } from './fields.ts';

const anyName = v.pipe(v.string(), v.regex(/^[^\p{C}]{1,64}$/u));

const operatorSession = v.object({
  id: text,
  created_at: time,
  last_used_at: time,
  /** It ends then at the latest. */
  expires_at: time,
  address: text,
  /** What its browser says of itself, as people name it: `Chrome 128`, `Windows 10`. */
  browser: maybeText,
  system: maybeText,
  /** The session that asks. */
  current: v.boolean(),
});

export type OperatorSession = v.InferOutput<typeof operatorSession>;

export const getConsoleState = {
  summary: 'Whether there is any operator yet; until then the link printed at start leads in.',
  method: 'GET',
  path: '/console/v1/state',
  role: 'none',
  answer: v.object({ first_run: v.boolean() }),
  refusals: [],
} as const satisfies ConsoleCall;

export const createFirstOperator = {
  summary: 'Makes the first admin by the link that the server printed, and signs in.',
  method: 'POST',
  path: '/console/v1/first-run',
  role: 'none',
  act: 'operators.first-run',
  body: v.object({ token, name, password }),
  answer: operator,
  refusals: ['ForeignOrigin', 'LinkInvalid', 'OperatorExists', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const signInOperator = {
  summary: 'Signs an operator in; the session is an http-only cookie.',
  method: 'POST',
  path: '/console/v1/sign-in',
  role: 'none',
  act: 'operators.sign-in',
  body: v.object({ name: anyName, password: anyPassword }),
  answer: operator,
  refusals: ['ForeignOrigin', 'WrongCredentials', 'TooManyAttempts', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const signOutOperator = {
  summary: 'Ends the session that asks.',
  method: 'POST',
  path: '/console/v1/sign-out',
  role: 'viewer',
  act: 'operators.sign-out',
  answer: done,
  refusals: [],
} as const satisfies ConsoleCall;

export const getOperator = {
  summary: 'Who is signed in.',
  method: 'GET',
  path: '/console/v1/me',
  role: 'viewer',
  answer: operator,
  refusals: [],
} as const satisfies ConsoleCall;

export const changeOperatorPassword = {
  summary: "Changes one's own password by the old one; ends one's other sessions.",
  method: 'POST',
  path: '/console/v1/me/password',
  role: 'viewer',
  act: 'operators.change-password',
  body: v.object({ old_password: anyPassword, password }),
  answer: done,
  refusals: ['WrongOldPassword', 'TooManyAttempts', 'InvalidPassword'],
} as const satisfies ConsoleCall;

export const listOwnSessions = {
  summary: "One's own sessions, the last used first.",
  method: 'GET',
  path: '/console/v1/me/sessions',
  role: 'viewer',
  answer: v.array(operatorSession),
  refusals: [],
} as const satisfies ConsoleCall;

export const endOwnSession = {
  summary: "Ends one of one's own sessions.",
  method: 'POST',
  path: '/console/v1/me/sessions/end',
  role: 'viewer',
  act: 'operators.end-session',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const endOwnOtherSessions = {
  summary: "Ends all of one's own sessions but the one that asks.",
  method: 'POST',
  path: '/console/v1/me/sessions/end-others',
  role: 'viewer',
  act: 'operators.end-other-sessions',
  answer: v.object({ ended: count }),
  refusals: [],
} as const satisfies ConsoleCall;
