/** What other sites and programs may learn of an account by OpenID Connect (docs/oidc.md). */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { Call } from '../call.ts';
import { openidOwed, openidScopes } from '../openid.ts';
import { accounts } from './paths.ts';

const scopes = v.array(v.picklist(openidScopes));
const client = v.object({
  id: v.string(),
  name: v.string(),
  /** An https URL of its picture. */
  mark: v.nullable(v.string()),
});

export const getOpenidRequest = {
  summary:
    'What a client asks, which leads a person to the page `/allow`. Refused with NotFound once it is over.',
  method: 'GET',
  path: accounts('openid/request'),
  token: 'required',
  waiting: true,
  query: v.object({ request: v.pipe(v.string(), v.regex(/^[\w-]{10,64}$/)) }),
  answer: v.object({
    client,
    /** What the client learns. */
    scopes,
    /** What it asks for, and does not learn of a person under age. */
    withheld: scopes,
    /** Whether the person is asked; false: the client is the school's own, or was allowed as much before. */
    asks: v.boolean(),
    /** What the person has to do first; null: nothing. */
    owes: v.nullable(v.picklist(openidOwed)),
  }),
  refusals: ['TokenInvalid', 'AccountBlocked', 'NotFound'],
} as const satisfies Call;

export const answerOpenidRequest = {
  summary:
    'Answers what a client asks. `to` is the address, valid for a minute and in this browser alone, that leads back to the client. Refused with ProofRequired where the client asks for a newer proof, and with IllegalOperation where something else is owed first.',
  method: 'POST',
  path: accounts('openid/answer'),
  token: 'required',
  waiting: true,
  body: v.object({ request: v.pipe(v.string(), v.regex(/^[\w-]{10,64}$/)), allow: v.boolean() }),
  answer: v.object({ to: v.string() }),
  refusals: ['TokenInvalid', 'AccountBlocked', 'NotFound', 'ProofRequired', 'IllegalOperation'],
} as const satisfies Call;

export const getAllowedClients = {
  summary: 'The clients that the person allowed to learn who they are, the latest first.',
  method: 'GET',
  path: accounts('openid/clients'),
  token: 'required',
  answer: v.array(
    v.object({
      ...client.entries,
      scopes,
      /** Milliseconds since 1970. */
      allowed_at: v.number(),
    }),
  ),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const disallowClient = {
  summary:
    'Takes back what the person allowed a client, and ends its sign-ins. One that was not allowed is no error.',
  method: 'POST',
  path: accounts('openid/disallow'),
  token: 'required',
  body: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
