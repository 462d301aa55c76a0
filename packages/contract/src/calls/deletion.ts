/** Deleting an account: 15 days to come back, then it is gone. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

export const requestDeletion = {
  summary:
    'Has the account deleted in 15 days and ends its other sessions; the password is asked for where one is set. Asked again it changes nothing.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('deletion'),
  token: 'required',
  body: /* @__PURE__ */ v.object({ password: /* @__PURE__ */ v.optional(f.anyPassword) }),
  /** Milliseconds since 1970. */
  answer: /* @__PURE__ */ v.object({ deletion_due_at: /* @__PURE__ */ v.number() }),
  refusals: ['TokenInvalid', 'AccountBlocked', 'InvalidPassword', 'WrongCredentials', 'TooManyAttempts'],
} as const satisfies Call;

export const cancelDeletion = {
  summary: 'Keeps the account; where no deletion was asked for, nothing changes.',
  method: 'POST',
  path: /* @__PURE__ */ accounts('deletion/cancel'),
  token: 'required',
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
