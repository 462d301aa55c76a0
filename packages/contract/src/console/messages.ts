/** Codes that went out by text message, voice and e-mail. Nobody's number or address is among it. */
import * as v from 'valibot';
import type { ConsoleCall } from './call.ts';
import { count, cursor, limit, maybeText, moment, pageOf, text, time } from './page.ts';

const name = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^[\w-]{1,40}$/));

export const getMessageCounts = {
  summary: 'How many messages each sender took, refused or failed, by purpose and hour; within 31 days.',
  method: 'GET',
  path: '/console/v1/messages',
  role: 'viewer',
  query: /* @__PURE__ */ v.object({
    /** Absent: 24 hours before `to`. */
    from: /* @__PURE__ */ v.optional(moment),
    /** Exclusive; absent: now. */
    to: /* @__PURE__ */ v.optional(moment),
    sender: /* @__PURE__ */ v.optional(name),
    purpose: /* @__PURE__ */ v.optional(name),
    channel: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['sms', 'voice', 'email'])),
  }),
  answer: /* @__PURE__ */ v.object({
    from: time,
    to: time,
    rows: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
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
  query: /* @__PURE__ */ v.object({ limit, cursor, sender: /* @__PURE__ */ v.optional(name) }),
  answer: /* @__PURE__ */ pageOf(
    /* @__PURE__ */ v.object({
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
  answer: /* @__PURE__ */ v.object({
    /** Senders in the order they are tried. */
    senders: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({ name: text, channels: /* @__PURE__ */ v.array(text) }),
    ),
    /** Codes that one address gets in a day. */
    daily_limit: count,
    /** Addresses that used theirs up. */
    exhausted: count,
    /** Messages to one prefix in an hour; 0: without a limit. */
    prefix_limit: count,
    prefixes: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({ prefix: text, sent: count, left: count, until: time }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const messageConsoleCalls = {
  getMessageCounts,
  listMessageFailures,
  getMessageBudget,
} as const satisfies Record<string, ConsoleCall>;
