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
  answer: v.object({
    products: v.array(text),
    platforms: v.array(text),
    events: count,
    /** The hour of the first event and of the last; null where there is none. */
    first: v.nullable(time),
    last: v.nullable(time),
    sample: v.boolean(),
  }),
} as const satisfies ConsoleCall;

export const getUsageTrend = {
  ...row,
  summary:
    'How often, by how many people or for how long, over time; also split by a fact or a field of biz_data.',
  path: `${base}/trend`,
  query: v.object({
    ...filter,
    step: v.optional(v.picklist(['hour', 'day', 'week', 'month']), 'day'),
    kind: v.optional(kind),
    key: v.optional(keyText),
    measure: v.optional(v.picklist(['events', 'people', 'duration']), 'events'),
    by: v.optional(v.union([v.picklist(usageFacts), v.pipe(v.string(), v.regex(/^data\..{1,64}$/u))])),
    /** Series of their own; the rest is one. */
    top: v.optional(queryNumber(1, 20), 8),
  }),
  answer: v.object({
    ...kept,
    points,
    /** The largest first; `name` is null where an event has no such value. Without `by` there is one. */
    series: v.array(
      v.object({
        name: v.nullable(text),
        total: v.number(),
        values,
      }),
    ),
    /** All that have no series of their own; null where there are none. */
    others: v.nullable(v.object({ total: v.number(), values })),
  }),
} as const satisfies ConsoleCall;

export const getUsageLive = {
  ...row,
  summary: 'The last 30 minutes by minute, who was active in the last five, and what they do.',
  path: `${base}/live`,
  query: v.object(who),
  answer: v.object({
    ...counted,
    /** People of the last five minutes. */
    active: count,
    minutes: v.array(v.object({ at: time, events: count, people: count })),
    /** The most frequent of these 30 minutes. */
    keys: v.array(v.object({ kind, key: text, events: count, people: count })),
  }),
} as const satisfies ConsoleCall;

export const getUsageUsers = {
  ...row,
  summary:
    'How many people there were in each day, week or month, and how many of them for the first time ever.',
  path: `${base}/users`,
  query: v.object({
    ...filter,
    step: v.optional(v.picklist(['day', 'week', 'month']), 'day'),
  }),
  answer: v.object({
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
  query: v.object({
    ...filter,
    step: v.optional(v.picklist(['day', 'week']), 'week'),
    /** How many days or weeks after. */
    length: v.optional(queryNumber(1, 30), 12),
  }),
  answer: v.object({
    ...counted,
    cohorts: v.array(
      v.object({
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
  query: v.object({
    ...filter,
    top: v.optional(queryNumber(1, 200), 50),
  }),
  answer: v.object({
    ...counted,
    keys: v.array(
      v.object({
        kind,
        key: text,
        events: count,
        /** Milliseconds; median and p90 are right within 2.5 %. */
        sum: v.number(),
        median: v.number(),
        p90: v.number(),
      }),
    ),
  }),
} as const satisfies ConsoleCall;
