/** One-use links: invitations, and links to set a new password. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import type { ConsoleCall } from '../call.ts';
import { maybeText, maybeTime, text, time, uuid } from '../page.ts';
import { firstSettings } from '../rules.ts';
import { name, password, token, role, operator, link } from './fields.ts';

const invitation = v.object({
  id: text,
  /** `password`: a new password for an existing operator. */
  kind: v.picklist(['invitation', 'password']),
  role,
  /** The operator whose password it sets. */
  name: maybeText,
  invited_by: maybeText,
  created_at: time,
  expires_at: time,
});

export type Invitation = v.InferOutput<typeof invitation>;

export const inviteOperator = {
  summary: 'Makes a one-use link that creates an operator, valid for seven days.',
  method: 'POST',
  path: '/console/v1/invitations',
  role: 'admin',
  proof: true,
  act: 'operators.invite',
  body: v.object({ role }),
  answer: link,
  refusals: [],
} as const satisfies ConsoleCall;

export const listInvitations = {
  summary: 'The links that are neither used nor expired.',
  method: 'GET',
  path: '/console/v1/invitations',
  role: 'admin',
  answer: v.array(invitation),
  refusals: [],
} as const satisfies ConsoleCall;

export const withdrawInvitation = {
  summary: 'Revokes a link.',
  method: 'POST',
  path: '/console/v1/invitations/withdraw',
  role: 'admin',
  act: 'operators.withdraw-link',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const lookAtInvitation = {
  summary: 'The purpose of a link, without using it.',
  method: 'POST',
  path: '/console/v1/invitations/look',
  role: 'none',
  body: v.object({ token }),
  answer: v.object({
    kind: v.picklist(['first-run', 'invitation', 'password']),
    role,
    name: maybeText,
    invited_by: maybeText,
    /** What the first admin is asked for; empty for every other link. */
    asks: v.array(v.picklist(firstSettings)),
    /** Whether this server makes sample data beside the first admin; false for every other link. */
    sample: v.boolean(),
    expires_at: maybeTime,
  }),
  refusals: ['ForeignOrigin', 'LinkInvalid'],
} as const satisfies ConsoleCall;

export const acceptInvitation = {
  summary: 'Creates the operator of an invitation, and signs in.',
  method: 'POST',
  path: '/console/v1/invitations/accept',
  role: 'none',
  act: 'operators.accept',
  body: v.object({ token, name, password }),
  answer: operator,
  refusals: ['ForeignOrigin', 'LinkInvalid', 'OperatorExists', 'InvalidPassword', 'PasswordTooCommon'],
} as const satisfies ConsoleCall;

export const linkOperatorPassword = {
  summary: 'Makes a one-use link that sets a new password for an operator, valid for a day.',
  method: 'POST',
  path: '/console/v1/operators/password-link',
  role: 'admin',
  proof: true,
  act: 'operators.password-link',
  body: v.object({ id: uuid }),
  answer: link,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const setOperatorPassword = {
  summary:
    'Sets a new password by a link, ends all sessions, and signs in; with a second factor it refuses as `signInOperator` does, after the change.',
  method: 'POST',
  path: '/console/v1/password',
  role: 'none',
  act: 'operators.set-password',
  body: v.object({ token, password }),
  answer: operator,
  refusals: ['ForeignOrigin', 'LinkInvalid', 'InvalidPassword', 'PasswordTooCommon', 'SecondFactorRequired'],
} as const satisfies ConsoleCall;
