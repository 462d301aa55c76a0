/** The keys of events and the fields of their `biz_data`. */
import * as v from 'valibot';
import { usageLimits } from '../../events/index.ts';
import type { ConsoleCall } from '../call.ts';
import { count, queryNumber, text, time } from '../page.ts';
import { kind, keyText, filter, counted, kept, base, question, STORABLE } from './filter.ts';

export const listUsageKeys = {
  ...question,
  summary: 'The keys that occurred, the most frequent first; with `search` those that contain a text.',
  path: `${base}/keys`,
  query: v.object({
    ...filter,
    kind: v.optional(kind),
    search: v.optional(v.pipe(v.string(), v.maxLength(usageLimits.key), v.regex(STORABLE))),
    top: v.optional(queryNumber(1, 500), 100),
  }),
  answer: v.object({
    ...counted,
    keys: v.array(v.object({ kind, key: text, events: count, timed: count, last: time })),
  }),
} as const satisfies ConsoleCall;

export const listUsageProperties = {
  ...question,
  summary: "The fields of a key's biz_data in its last 5000 events: counts, and the most frequent values.",
  path: `${base}/properties`,
  query: v.object({
    ...filter,
    kind: v.optional(kind, 'custom'),
    key: keyText,
  }),
  answer: v.object({
    ...kept,
    /** Number of events that were read. */
    events: count,
    properties: v.array(
      v.object({
        name: text,
        events: count,
        /** Number of distinct values. */
        values: count,
        /** The most frequent values, at most five. */
        common: v.array(text),
      }),
    ),
  }),
} as const satisfies ConsoleCall;
