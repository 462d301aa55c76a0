/** What the school's other software is told of accounts, by webhooks (docs/webhooks.md). */
import * as v from 'valibot';
import { personRow } from './console/people.ts';
import { text } from './console/page.ts';

/** Every event that an endpoint can choose. */
export const webhookEvents = [
  'account.created',
  'account.updated',
  'account.blocked',
  'account.unblocked',
  'account.deletion_requested',
  'account.deleted',
  'session.created',
  'session.ended',
  'agreement.signed',
  'guardian.consented',
  'guardian.withdrawn',
] as const;
export type WebhookEventName = (typeof webhookEvents)[number];

const event = <const T extends string, const E extends v.ObjectEntries>(type: T, entries: E) =>
  v.object({
    type: v.literal(type),
    /** When it happened, ISO 8601. */
    timestamp: text,
    data: v.object({
      account_id: text,
      ...entries,
      /**
       * The person as the API shows them when the message is sent, masked if under 14; null: the account is gone. Absent where the endpoint
       * gets no personal data.
       */
      person: v.optional(v.nullable(personRow)),
    }),
  });

/** The message of a webhook, by its `type`. */
export const webhookMessage = v.variant('type', [
  event('account.created', {}),
  /** `changed` has the names of the fields, such as `phone_number`. */
  event('account.updated', { changed: v.array(text) }),
  event('account.blocked', {}),
  event('account.unblocked', {}),
  /** `deletion_due_at`: milliseconds since 1970. */
  event('account.deletion_requested', { deletion_due_at: v.number() }),
  event('account.deleted', {}),
  /** On a device that the account did not know. */
  event('session.created', { session_id: text }),
  /** `reason`: why, such as `signed-out`. */
  event('session.ended', { session_id: text, reason: v.nullable(text) }),
  event('agreement.signed', { agreement_id: v.number(), code: text, version: v.number() }),
  event('guardian.consented', {}),
  event('guardian.withdrawn', {}),
  /** A test from the console. */
  v.object({ type: v.literal('webhook.test'), timestamp: text, data: v.object({}) }),
]);
export type WebhookMessage = v.InferOutput<typeof webhookMessage>;
