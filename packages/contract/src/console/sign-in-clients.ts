/** Statistics of sign-ins by client, as it describes itself in the headers of the specification's section 3. */
import * as v from 'valibot';
import type { ConsoleCall } from './call.ts';
import { count, maybeText, moment, text, time } from './page.ts';

const getSignInClients = {
  summary:
    'Sign-ins and registrations by the platform, product code and library version that clients said, the most frequent first; 31 days at most.',
  method: 'GET',
  path: '/console/v1/sign-in-clients',
  role: 'viewer',
  query: v.object({
    /** Absent: 24 hours before `to`. */
    from: v.optional(moment),
    /** Exclusive; absent: now. */
    to: v.optional(moment),
  }),
  answer: v.object({
    from: time,
    to: time,
    rows: v.array(
      v.object({
        /** Whether this row holds the clients beyond the limit of named ones. */
        others: v.boolean(),
        /** Null: not said, or `others`. */
        platform: maybeText,
        product: maybeText,
        sdk: maybeText,
        signed_in: count,
        /** Refused, or failed by a server error; calls that lead to a further step of the same sign-in are not counted. */
        refused: count,
        /** The most frequent refusal; `fault`: a server error. */
        most_refused: v.nullable(v.object({ refusal: text, count })),
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const signInClientConsoleCalls = { getSignInClients } as const satisfies Record<string, ConsoleCall>;
