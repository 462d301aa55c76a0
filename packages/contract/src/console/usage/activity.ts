/** Usage over time: how much, by whom, for how long. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count, queryNumber, text, time } from '../page.ts';
import {
  kind,
  usageFacts,
  keyText,
  who,
  filter,
  counted,
  kept,
  points,
  values,
  base,
  row,
} from './filter.ts';

export const getUsageScope = {
  ...row,
  summary:
    'What there is to ask about: products, platforms, since when, and whether sample data is among it.',
  path: `${base}/scope`,
  answer: /* @__PURE__ */ v.object({
    products: /* @__PURE__ */ v.array(text),
    platforms: /* @__PURE__ */ v.array(text),
    events: count,
    /** The hour of the first event and of the last; null where there is none. */
    first: /* @__PURE__ */ v.nullable(time),
    last: /* @__PURE__ */ v.nullable(time),
    sample: /* @__PURE__ */ v.boolean(),
  }),
} as const satisfies ConsoleCall;

export const getUsageTrend = {
  ...row,
  summary:
    'How often, by how many people or for how long, over time; also split by a fact or a field of biz_data.',
  path: `${base}/trend`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    step: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['hour', 'day', 'week', 'month']), 'day'),
    kind: /* @__PURE__ */ v.optional(kind),
    key: /* @__PURE__ */ v.optional(keyText),
    measure: /* @__PURE__ */ v.optional(
      /* @__PURE__ */ v.picklist(['events', 'people', 'duration']),
      'events',
    ),
    by: /* @__PURE__ */ v.optional(
      /* @__PURE__ */ v.union([
        /* @__PURE__ */ v.picklist(usageFacts),
        /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^data\..{1,64}$/u)),
      ]),
    ),
    /** Series of their own; the rest is one. */
    top: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 20), 8),
  }),
  answer: /* @__PURE__ */ v.object({
    ...kept,
    points,
    /** The largest first; `name` is null where an event has no such value. Without `by` there is one. */
    series: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        name: /* @__PURE__ */ v.nullable(text),
        total: /* @__PURE__ */ v.number(),
        values,
      }),
    ),
    /** All that have no series of their own; null where there are none. */
    others: /* @__PURE__ */ v.nullable(
      /* @__PURE__ */ v.object({ total: /* @__PURE__ */ v.number(), values }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageLive = {
  ...row,
  summary: 'The last 30 minutes by minute, who was active in the last five, and what they do.',
  path: `${base}/live`,
  query: /* @__PURE__ */ v.object(who),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    /** People of the last five minutes. */
    active: count,
    minutes: /* @__PURE__ */ v.array(/* @__PURE__ */ v.object({ at: time, events: count, people: count })),
    /** The most frequent of these 30 minutes. */
    keys: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({ kind, key: text, events: count, people: count }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageUsers = {
  ...row,
  summary:
    'How many people there were in each day, week or month, and how many of them for the first time ever.',
  path: `${base}/users`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    step: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['day', 'week', 'month']), 'day'),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    points,
    people: values,
    new: values,
    /** In the whole period, each once. */
    total: count,
    total_new: count,
  }),
} as const satisfies ConsoleCall;

export const getUsageRetention = {
  ...row,
  summary: 'Of those who came for the first time in a day or week, how many came back in each one after.',
  path: `${base}/retention`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    step: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['day', 'week']), 'week'),
    /** How many days or weeks after. */
    length: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 30), 12),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    cohorts: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        point: text,
        people: count,
        /** From the day or week itself (all of them) on; only those that have begun. */
        back: values,
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageTime = {
  ...row,
  summary:
    'How long timed events lasted, by key: how often, sum, median and the 90th percentile, the longest sum first.',
  path: `${base}/time`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    top: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 200), 50),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    keys: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        kind,
        key: text,
        events: count,
        /** Milliseconds; median and p90 are right within 2.5 %. */
        sum: /* @__PURE__ */ v.number(),
        median: /* @__PURE__ */ v.number(),
        p90: /* @__PURE__ */ v.number(),
      }),
    ),
  }),
} as const satisfies ConsoleCall;
