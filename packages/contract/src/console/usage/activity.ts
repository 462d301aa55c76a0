/** Usage over time: how much, by whom, for how long. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { beginning, count, cursor, limit, pageOf, queryNumber, text, time } from '../page.ts';
import {
  kind,
  usageFacts,
  keyText,
  population,
  filter,
  counted,
  kept,
  points,
  values,
  base,
  question,
} from './filter.ts';

export const getUsageScope = {
  ...question,
  summary:
    'The scope of queries: the platforms with the most events (100 at most), the period of events, and whether there is sample data.',
  path: `${base}/scope`,
  answer: v.object({
    platforms: v.array(text),
    events: count,
    /** The hours of the first and the last event; null: there is none. */
    first: v.nullable(time),
    last: v.nullable(time),
    sample: v.boolean(),
    /** Until when events are loaded, where reports are behind by half a minute or more; null: all that matter are. */
    until: v.nullable(time),
  }),
} as const satisfies ConsoleCall;

export const listUsageProducts = {
  ...question,
  summary: 'The codes of the products that have events, by name. `search` takes the beginning of a code.',
  path: `${base}/products`,
  query: v.object({ limit, cursor, search: beginning }),
  answer: pageOf(text),
} as const satisfies ConsoleCall;

export const getUsageTrend = {
  ...question,
  summary: 'Events, people or durations over time, also split by a column or a field of biz_data.',
  path: `${base}/trend`,
  query: v.object({
    ...filter,
    step: v.optional(v.picklist(['hour', 'day', 'week', 'month']), 'day'),
    kind: v.optional(kind),
    key: v.optional(keyText),
    measure: v.optional(v.picklist(['events', 'people', 'duration']), 'events'),
    by: v.optional(
      v.union([v.picklist(usageFacts), v.pipe(v.string(), v.regex(/^data\.[^\p{Cc}\p{Cs}]{1,64}$/u))]),
    ),
    /** Maximum number of series; the rest is summed up in `others`. */
    top: v.optional(queryNumber(1, 20), 8),
  }),
  answer: v.object({
    ...kept,
    points,
    /** The largest first; `name` is null for events without a value. Without `by` there is one series. */
    series: v.array(
      v.object({
        name: v.nullable(text),
        total: v.number(),
        values,
      }),
    ),
    /** The sum of all other series; null: there are none. */
    others: v.nullable(v.object({ total: v.number(), values })),
  }),
} as const satisfies ConsoleCall;

export const getUsageLive = {
  ...question,
  summary: 'The last 30 minutes by minute, the people of the last five, and the most frequent keys.',
  path: `${base}/live`,
  query: v.object(population),
  answer: v.object({
    ...counted,
    /** People with events in the last five minutes. */
    active: count,
    minutes: v.array(v.object({ at: time, events: count, people: count })),
    /** The most frequent keys of the 30 minutes. */
    keys: v.array(v.object({ kind, key: text, events: count, people: count })),
  }),
} as const satisfies ConsoleCall;

export const getUsageUsers = {
  ...question,
  summary: 'People by day, week or month, and how many of them are new.',
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
    /** Distinct people of the whole period. */
    total: count,
    total_new: count,
  }),
} as const satisfies ConsoleCall;

export const getUsageRetention = {
  ...question,
  summary: 'Retention: of the people who are new in a day or week, how many return in each later one.',
  path: `${base}/retention`,
  query: v.object({
    ...filter,
    step: v.optional(v.picklist(['day', 'week']), 'week'),
    /** Number of days or weeks after the first. */
    length: v.optional(queryNumber(1, 30), 12),
  }),
  answer: v.object({
    ...counted,
    cohorts: v.array(
      v.object({
        point: text,
        people: count,
        /** People by day or week, from the first (all of them) to the current one. */
        back: values,
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageTime = {
  ...question,
  summary: 'Durations of timed events by key: count, sum, median and 90th percentile, the largest sum first.',
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
        /** Milliseconds; median and p90 are accurate within 2.5 %. */
        sum: v.number(),
        median: v.number(),
        p90: v.number(),
      }),
    ),
  }),
} as const satisfies ConsoleCall;
