/** The last events one by one, as they come, and those that were refused. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { maybeText, queryNumber, text, time } from '../page.ts';
import { base, kind, population, STORABLE } from './filter.ts';

const listLatestEvents = {
  summary:
    'The events that were stored last, the newest first, of those received in the last 30 minutes that happened within a day; and what this process refused last, with the field that was wrong.',
  method: 'GET',
  path: `${base}/latest`,
  role: 'viewer',
  query: v.object({
    ...population,
    kind: v.optional(kind),
    /** A part of the key. */
    search: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.regex(STORABLE))),
    limit: v.optional(queryNumber(1, 200), 50),
  }),
  answer: v.object({
    events: v.array(
      v.object({
        id: text,
        received: time,
        time,
        product: text,
        kind,
        key: text,
        /** The JSON of `biz_data`; null: there is none, or the role may not see it (viewer). */
        data: maybeText,
        platform: maybeText,
        browser: maybeText,
        system: maybeText,
        /** Whether it bears a user. */
        signed_in: v.boolean(),
        sample: v.boolean(),
        bot: v.boolean(),
        dev: v.boolean(),
        trusted: v.boolean(),
      }),
    ),
    /** Null: this process takes no events from pages. */
    refused: v.nullable(
      v.array(
        v.object({
          at: time,
          /** Null: it could not be read. */
          product: maybeText,
          key: maybeText,
          /** The name of the field or refusal, as the collector answered it (docs/usage-wire.md); `other`: taken, and counted as that product. */
          why: text,
          /** Whether the whole batch was refused for it. */
          batch: v.boolean(),
        }),
      ),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

/** The console's calls about single events. */
export const usageLatestConsoleCalls = { listLatestEvents } as const satisfies Record<string, ConsoleCall>;

export type UsageLatestConsoleCalls = typeof usageLatestConsoleCalls;
export type LatestEvents = v.InferOutput<(typeof listLatestEvents)['answer']>;
