/** The console's front page. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count, maybeTime, moment, text, time } from '../page.ts';

/** `before`: a week ago, from the same time of the day to the end of the hour that is running now. */
const periodCounts = v.object({ today: count, before: count, week: count });

export const getOverview = {
  summary:
    'The figures of the front page, for today and the last seven days. `today` begins at `today_from`, by default 24 hours ago.',
  method: 'GET',
  path: '/console/v1/overview',
  role: 'viewer',
  query: v.object({ today_from: v.optional(moment) }),
  answer: v.object({
    at: time,
    people: count,
    blocked: count,
    signed_up: periodCounts,
    signed_in: periodCounts,
    /** Sign-ins, registrations and sends of codes that were refused. */
    refused: periodCounts,
    /** Today's refusals by name, the most frequent first; `fault`: a server error. */
    refusals_today: v.array(v.object({ refusal: text, count, before: count })),
    messages_sent: periodCounts,
    /** Without those that a limit held back. */
    messages_failed: periodCounts,
    /** Milliseconds by which the usage pages lag behind the reports; null: not known. */
    usage_lag: maybeTime,
  }),
  refusals: [],
} as const satisfies ConsoleCall;
