/** Codes that went out by text message, voice and e-mail. Nobody's number or address is among it. */
import * as v from 'valibot';
import type { ConsoleCall } from './call.ts';
import { count, cursor, limit, maybeText, moment, pageOf, text, time } from './page.ts';

const name = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

export const getMessageCounts = {
  summary: 'How many messages each sender took, refused or failed, by purpose and hour; within 31 days.',
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
    channel: v.optional(v.picklist(['sms', 'voice', 'email'])),
  }),
  answer: v.object({
    from: time,
    to: time,
    rows: v.array(
      v.object({
        /** When the hour begins. */
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
  summary: 'The last messages that a sender did not take, the newest first.',
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
    'What may still be sent: the limits, and the prefixes of numbers that used up most of theirs in the running hour.',
  method: 'GET',
  path: '/console/v1/messages/budget',
  role: 'viewer',
  answer: v.object({
    /** Senders in the order they are tried. */
    senders: v.array(v.object({ name: text, channels: v.array(text) })),
    /** Codes that one address gets in a day. */
    daily_limit: count,
    /** Addresses that used theirs up. */
    exhausted: count,
    /** Messages to one prefix in an hour; 0: without a limit. */
    prefix_limit: count,
    prefixes: v.array(v.object({ prefix: text, sent: count, left: count, until: time })),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const messageConsoleCalls = {
  getMessageCounts,
  listMessageFailures,
  getMessageBudget,
} as const satisfies Record<string, ConsoleCall>;
