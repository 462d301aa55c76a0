/** What happened to an account, from what is kept anyway. */
import * as v from 'valibot';
import type { ConsoleCall } from './call.ts';
import { cursor, limit, maybeText, pageOf, text, time, uuid } from './page.ts';
import { timelineKinds } from './rules.ts';

const timelineEntry = v.object({
  at: time,
  kind: v.picklist(timelineKinds),
  /**
   * Of `sign-in` the way, of `session-end` why, of `refusal` the refusal's name, of `message` its text, of `operator` the act, of
   * `agreement` its title, of `guardian` the decision, of `number-change` its state, of `created` the pid. Empty: not kept.
   */
  what: text,
  /** Of `operator` the name, of `refusal` the call; else null. */
  by: maybeText,
  /**
   * Of `operator` the reason, of `agreement` the version, of `message` the channel (null: not sent yet, `nowhere`: it could not be sent), of `refusal` the human verification's challenge, of
   * `number-change` why it ended so, of `sign-in` the device.
   */
  detail: maybeText,
  address: maybeText,
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

const getPersonTimeline = {
  summary:
    'What happened to an account, newest first: sign-ins and ends of sessions, refusals, messages (each change of the account has one), signatures, decisions of a guardian, acts of operators. Each for as long as its own table keeps it.',
  method: 'GET',
  path: '/console/v1/person/timeline',
  role: 'support',
  view: 'people.view',
  query: v.object({
    id: uuid,
    /** Entries of this kind alone. */
    kind: v.optional(v.picklist(timelineKinds)),
    limit,
    cursor,
  }),
  answer: pageOf(timelineEntry),
  refusals: ['NotFound', 'ReasonRequired'],
} as const satisfies ConsoleCall;

export const timelineConsoleCalls = { getPersonTimeline } as const satisfies Record<string, ConsoleCall>;
