/** Sequences of events: funnels and paths. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count, queryNumber, text } from '../page.ts';
import { kind, keyText, filter, kept, base, row } from './filter.ts';
import { funnelWindow, steps } from './funnel-steps.ts';

export const getUsageFunnel = {
  ...row,
  summary:
    'How many people did the first step in the period, then the second, and so on, in order and within a time.',
  path: `${base}/funnel`,
  query: v.object({
    ...filter,
    steps,
    /** Milliseconds from the first step to the last. */
    window: v.optional(queryNumber(funnelWindow.least, funnelWindow.most), funnelWindow.usual),
  }),
  answer: v.object({
    ...kept,
    steps: v.array(
      v.object({
        kind,
        key: text,
        people: count,
        /** Milliseconds from the first step, at each person's quickest; null where nobody came so far, and for the first. */
        median: v.nullable(v.number()),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsagePaths = {
  ...row,
  summary:
    'From which page people go to which, the most frequent first; half an hour without a page ends a path.',
  path: `${base}/paths`,
  query: v.object({
    ...filter,
    /** Only moves from this page or to it. */
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
    /** Of all moves, those not listed too. */
    total: count,
  }),
} as const satisfies ConsoleCall;
