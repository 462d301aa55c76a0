/** The calls of `/api/v1` that operators have no use for. In the form of the console's, whose routes do not have them. */
import * as v from 'valibot';
import { eventKind } from '../events/kinds.ts';
import { keyText } from '../console/usage/filter.ts';
import type { ConsoleCall } from '../console/call.ts';
import { count, maybeText, text } from '../console/page.ts';

const introspectToken = {
  summary:
    'Whether an access token of a person is good now: its signature, its time, that it is for a product, that its session goes on, that the account is not blocked, and that nobody has to say their age or waits for a guardian. Of any other text only `active: false` is answered.',
  method: 'POST',
  path: '/console/v1/tokens/introspect',
  role: 'support',
  body: v.object({ token: v.pipe(v.string(), v.regex(/^[!-~]{1,4096}$/)) }),
  answer: v.object({
    active: v.boolean(),
    /** The account's id. */
    sub: maybeText,
    pid: maybeText,
    session_id: maybeText,
  }),
  refusals: [],
} as const satisfies ConsoleCall;

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** Events of one call at most; the body has 64 KiB. */
const MOST = 500;

const sendEvents = {
  summary:
    'Reports events from a server. They are marked as trusted, may be as old as events are kept, and the consents of their users and guardians hold. An event that is sent again under its id is counted once.',
  method: 'POST',
  path: '/console/v1/events',
  role: 'support',
  body: v.object({
    product: v.pipe(text, v.regex(/^[^\p{C}]{1,64}$/u)),
    /** Made outside production. */
    dev: v.optional(v.boolean(), false),
    events: v.pipe(
      v.array(
        v.object({
          /** A UUID of version 7, made by the sender. */
          id: v.pipe(text, v.regex(UUID_V7)),
          key: keyText,
          /** Milliseconds since 1970. */
          time: v.pipe(v.number(), v.safeInteger()),
          kind: v.optional(v.picklist([eventKind.custom, eventKind.view]), eventKind.custom),
          /** The id of an account that there is; an event with another one is refused as `user_id`. */
          user: v.optional(v.pipe(text, v.minLength(1), v.maxLength(128))),
          /** The id of the browser's device, where the site knows it. */
          device: v.optional(v.pipe(text, v.minLength(1), v.maxLength(128))),
          data: v.optional(v.record(text, v.unknown())),
          /** Milliseconds. */
          duration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
        }),
      ),
      v.minLength(1),
      v.maxLength(MOST),
    ),
  }),
  answer: v.object({
    accepted: count,
    /** Those that are not kept, and the field that is wrong; the others of the call are. */
    refused: v.array(v.object({ id: text, why: text })),
  }),
  refusals: ['InvalidRequest'],
} as const satisfies ConsoleCall;

/** The calls that only software makes, by name. */
export const ownCalls = { introspectToken, sendEvents } as const;
export type OwnCalls = typeof ownCalls;
