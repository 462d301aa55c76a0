/** Sequences of events: funnels and paths. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count, queryNumber, text } from '../page.ts';
import { kind, keyText, filter, kept, base, question } from './filter.ts';
import { funnelWindow, steps } from './funnel-steps.ts';

export const getUsageFunnel = {
  ...question,
  summary:
    'A funnel: how many people did the first step in the period, then the second, and so on, in order and within a time.',
  path: `${base}/funnel`,
  query: v.object({
    ...filter,
    steps,
    /** Maximum milliseconds from the first step to the last. */
    window: v.optional(queryNumber(funnelWindow.least, funnelWindow.most), funnelWindow.usual),
  }),
  answer: v.object({
    ...kept,
    steps: v.array(
      v.object({
        kind,
        key: text,
        people: count,
        /** The median of each person's shortest time from the first step in milliseconds; null for the first step and without people. */
        median: v.nullable(v.number()),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsagePaths = {
  ...question,
  summary:
    'Transitions between pages, the most frequent first. A path ends after half an hour without a page view.',
  path: `${base}/paths`,
  query: v.object({
    ...filter,
    /** Only transitions from or to this page. */
    page: v.optional(keyText),
    top: v.optional(queryNumber(1, 200), 50),
  }),
  answer: v.object({
    ...kept,
    moves: v.array(
      v.object({
        /** Null: the path begins here. */
        from_page: v.nullable(text),
        /** Null: the path ends here. */
        to_page: v.nullable(text),
        moves: count,
      }),
    ),
    /** All transitions, also those that are not listed. */
    total: count,
  }),
} as const satisfies ConsoleCall;
