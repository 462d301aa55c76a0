/** The console's front page. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count, maybeTime, moment, text, time } from '../page.ts';

const tally = v.object({ today: count, week: count });

export const getOverview = {
  summary:
    'The front page: today and the last seven days. `today` begins where the query says, else 24 hours ago.',
  method: 'GET',
  path: '/console/v1/overview',
  role: 'viewer',
  query: v.object({ today_from: v.optional(moment) }),
  answer: v.object({
    at: time,
    people: count,
    blocked: count,
    signed_up: tally,
    signed_in: tally,
    /** Sign-ins, registrations and sends of codes that were refused. */
    refused: tally,
    /** The refusals of today by name, the most first; `fault`: a fault of ours. */
    refusals_today: v.array(v.object({ refusal: text, count })),
    messages_sent: tally,
    messages_failed: tally,
    /** Milliseconds by which what was reported lags behind in the pages; null: not known. */
    usage_lag: maybeTime,
  }),
  refusals: [],
} as const satisfies ConsoleCall;
