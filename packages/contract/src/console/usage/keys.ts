/** The keys of events and the fields of their `biz_data`. */
import * as v from 'valibot';
import { usageLimits } from '../../events/index.ts';
import type { ConsoleCall } from '../call.ts';
import { count, queryNumber, text, time } from '../page.ts';
import { kind, keyText, filter, counted, kept, values, base, row } from './filter.ts';

export const listUsageKeys = {
  ...row,
  summary: 'The keys that occurred, the most frequent first; also those that hold a text.',
  path: `${base}/keys`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    kind: /* @__PURE__ */ v.optional(kind),
    search: /* @__PURE__ */ v.optional(
      /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.maxLength(usageLimits.key)),
    ),
    top: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 500), 100),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    keys: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({ kind, key: text, events: count, timed: count, last: time }),
    ),
  }),
} as const satisfies ConsoleCall;

export const listUsageProperties = {
  ...row,
  summary:
    "The fields of a key's biz_data, out of its last 5000 events: how many bear them, and the commonest values.",
  path: `${base}/properties`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    kind: /* @__PURE__ */ v.optional(kind, 'custom'),
    key: keyText,
  }),
  answer: /* @__PURE__ */ v.object({
    ...kept,
    /** Events that were looked at. */
    events: count,
    properties: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        name: text,
        events: count,
        /** Different values. */
        values: count,
        /** At most five. */
        common: /* @__PURE__ */ v.array(text),
      }),
    ),
  }),
} as const satisfies ConsoleCall;
