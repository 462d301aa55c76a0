/** Deletion of an account: it can be cancelled for 15 days. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

export const requestDeletion = {
  summary:
    'Schedules the deletion of the account in 15 days and ends its other sessions. Needs the password, if one is set. A second request changes nothing.',
  method: 'POST',
  path: accounts('deletion'),
  token: 'required',
  body: v.object({ password: v.optional(f.anyPassword) }),
  /** Milliseconds since 1970. */
  answer: v.object({ deletion_due_at: v.number() }),
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidPassword',
    'WrongCredentials',
    'TooManyAttempts',
  ],
} as const satisfies Call;

export const cancelDeletion = {
  summary: "Cancels the deletion of the account, if one is scheduled and not by the person's guardian.",
  method: 'POST',
  path: accounts('deletion/cancel'),
  token: 'required',
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'IllegalOperation'],
} as const satisfies Call;
