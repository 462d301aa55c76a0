/** Statistics of codes that were sent by text message, voice and e-mail, without recipients. */
import * as v from 'valibot';
import { channels } from '../call.ts';
import type { ConsoleCall } from './call.ts';
import { count, cursor, limit, maybeText, moment, pageOf, text, time } from './page.ts';

/** The sender of the messages that `npm run sample` makes up. */
export const sampleSender = 'sample';

const name = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

export const getMessageCounts = {
  summary: 'Numbers of sent, limited and failed messages by sender, purpose and hour; 31 days at most.',
  method: 'GET',
  path: '/console/v1/messages',
  role: 'viewer',
  query: v.object({
    /** Absent: 24 hours before `to`. */
    from: v.optional(moment),
    /** Exclusive; absent: now. */
    to: v.optional(moment),
    sender: v.optional(name),
    purpose: v.optional(name),
    channel: v.optional(v.picklist(channels)),
  }),
  answer: v.object({
    from: time,
    to: time,
    rows: v.array(
      v.object({
        /** The beginning of the hour. */
        hour: time,
        sender: text,
        channel: text,
        purpose: text,
        sent: count,
        limited: count,
        failed: count,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const listMessageFailures = {
  summary: 'The last messages that a sender refused, newest first.',
  method: 'GET',
  path: '/console/v1/messages/failures',
  role: 'viewer',
  query: v.object({ limit, cursor, sender: v.optional(name) }),
  answer: pageOf(
    v.object({
      id: count,
      at: time,
      sender: text,
      channel: text,
      purpose: text,
      outcome: text,
      /** The vendor's code, or the name of the limit. */
      reason: maybeText,
    }),
  ),
  refusals: [],
} as const satisfies ConsoleCall;

export const getMessageBudget = {
  summary:
    'The limits of messages, what is left of them, and the prefixes of numbers with the least left in the current hour.',
  method: 'GET',
  path: '/console/v1/messages/budget',
  role: 'viewer',
  answer: v.object({
    /** Senders, in the order in which they are tried. */
    senders: v.array(v.object({ name: text, channels: v.array(text) })),
    /** Maximum codes per recipient in a day. */
    daily_limit: count,
    /** Recipients that have reached it. */
    exhausted: count,
    /** Maximum messages to one prefix in an hour; 0: no limit. */
    prefix_limit: count,
    prefixes: v.array(v.object({ prefix: text, sent: count, left: count, until: time })),
    /** Messages of every kind in the current window; a window without a limit is absent. */
    totals: v.array(
      v.object({
        window: v.picklist(['hour', 'day']),
        limit: count,
        sent: count,
        left: count,
        /** When the window ends; null if none runs. */
        until: v.nullable(time),
        /** Whether each sender is asked for a challenge, because most of it is spent. */
        tight: v.boolean(),
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

/** The console's calls about messages. */
export const messageConsoleCalls = {
  getMessageCounts,
  listMessageFailures,
  getMessageBudget,
} as const satisfies Record<string, ConsoleCall>;
