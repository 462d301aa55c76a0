/** The identifiers and bindings of an account. A separate file, so that pages can import it without the profile's rules. */
import * as v from 'valibot';
import { consentKinds } from '../events/kinds.ts';
import type { Call } from '../call.ts';
import { accounts } from './paths.ts';

const text = v.nullable(v.string());
const bound = v.object({
  wechat: v.boolean(),
  qq: v.boolean(),
});

export const getPrivacy = {
  summary:
    'The means to sign in: masked phone number and e-mail address, username, whether a password is set, bindings.',
  method: 'GET',
  path: accounts('privacy'),
  token: 'required',
  waiting: true,
  answer: v.object({
    id: v.string(),
    phone_number: text,
    email: text,
    username: text,
    has_password: v.boolean(),
    /** The last sign-in by password found it among the most used, or made of the person's own identifiers. */
    password_too_common: v.boolean(),
    /** Set where the password came from a system that kept a fast digest of it, and was not changed since: the person is asked for a new one. */
    password_renewal: v.optional(v.literal(true)),
    oauths: bound,
    /** Milliseconds since 1970; null: no deletion is scheduled. */
    deletion_due_at: v.nullable(v.number()),
    /** Set where the guardian asked for the deletion, which the person can't cancel. */
    deletion_by_guardian: v.optional(v.literal(true)),
    /** The number that the school will add, masked, and when, in milliseconds since 1970; `cancelNewNumber` cancels it. Absent: none. */
    number_change: v.optional(v.object({ phone_number: v.string(), due_at: v.number() })),
    /** Of a person under 14: the kinds of usage that the guardian lets be recorded; absent: the person decides. */
    guardian_usage: v.optional(v.array(v.picklist(consentKinds))),
    /** What the person is to be asked before anything else, as in the answer of a sign-in; absent: nothing. */
    requires: v.optional(v.picklist(['age', 'guardian'])),
  }),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const getOauths = {
  summary: 'The third-party accounts that are bound.',
  method: 'GET',
  path: accounts('oauths'),
  token: 'required',
  answer: bound,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
