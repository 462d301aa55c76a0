/** Service tokens: the keys by which the school's other software calls `/api/v1`. Admins make and end them. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { ConsoleCall } from './call.ts';
import { count, maybeText, maybeTime, reason, text, time, uuid } from './page.ts';
import { longestTokenDays, scopes, tokenAddresses, tokenLimits } from './rules.ts';

const scope = v.picklist(scopes);

/** An IP address, or a network such as 192.0.2.0/24; the server checks that it is one. */
const network = v.pipe(v.string(), v.regex(/^[\da-fA-F:.]{2,45}(?:\/(?:0|[1-9]\d{0,2}))?$/));

const serviceToken = v.object({
  id: text,
  name: text,
  /** Why the software needs it: the reason in the audit log of each of its acts. */
  purpose: text,
  scopes: v.array(scope),
  /** The addresses and networks that may use it; empty: all. */
  addresses: v.array(text),
  /** Requests in a minute. */
  per_minute: count,
  created_at: time,
  created_by: text,
  expires_at: time,
  ended_at: maybeTime,
  ended_by: maybeText,
  last_used_at: maybeTime,
  last_used_address: maybeText,
});
export type ServiceToken = v.InferOutput<typeof serviceToken>;

const listServiceTokens = {
  summary: 'The service tokens, newest first, those that ended in the last 90 days included.',
  method: 'GET',
  path: '/console/v1/service-tokens',
  role: 'admin',
  answer: v.object({ items: v.array(serviceToken) }),
  refusals: [],
} as const satisfies ConsoleCall;

const createServiceToken = {
  summary: 'Makes a service token. No later answer contains it.',
  method: 'POST',
  path: '/console/v1/service-tokens',
  role: 'admin',
  act: 'service-tokens.create',
  proof: true,
  body: v.object({
    name: v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,64}$/u)),
    purpose: reason,
    scopes: v.pipe(
      v.array(scope),
      v.minLength(1),
      v.check(given => new Set(given).size === given.length, 'Each scope once.'),
    ),
    /** The days from now after which it ends by itself. */
    days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestTokenDays)),
    addresses: v.optional(v.pipe(v.array(network), v.maxLength(tokenAddresses)), []),
    per_minute: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(tokenLimits.least), v.maxValue(tokenLimits.most)),
      tokenLimits.usual,
    ),
  }),
  answer: v.object({ id: text, token: text, expires_at: time }),
  refusals: ['Conflict'],
} as const satisfies ConsoleCall;

const endServiceToken = {
  summary: 'Ends a service token: its next request is refused.',
  method: 'POST',
  path: '/console/v1/service-tokens/end',
  role: 'admin',
  act: 'service-tokens.end',
  proof: true,
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const serviceTokenConsoleCalls = {
  listServiceTokens,
  createServiceToken,
  endServiceToken,
} as const satisfies Record<string, ConsoleCall>;
