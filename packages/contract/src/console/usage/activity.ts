/** What can be asked of, and what happens now. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { beginning, count, cursor, limit, pageOf, text, time } from '../page.ts';
import { base, counted, kind, population, question } from './filter.ts';

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
