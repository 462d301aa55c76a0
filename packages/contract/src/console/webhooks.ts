/** Webhooks: where the school's other software is told of accounts. Admins make and change them. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import { webhookEvents } from '../webhooks.ts';
import type { ConsoleCall } from './call.ts';
import { count, cursor, limit, maybeText, maybeTime, pageOf, text, time, uuid } from './page.ts';
import { webhookDeliveryStates } from './rules.ts';

const settings = v.object({
  name: v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,64}$/u)),
  /** Of an origin of ROLLCALL_WEBHOOK_ORIGINS. */
  url: v.pipe(v.string(), v.regex(/^https?:\/\/[!-~]{1,490}$/)),
  events: v.pipe(
    v.array(v.picklist(webhookEvents)),
    v.minLength(1),
    v.check(given => new Set(given).size === given.length, 'Each event once.'),
  ),
  /** Whether messages contain the person, as the API shows them. */
  personal: v.boolean(),
});
export type WebhookSettings = v.InferOutput<typeof settings>;

const webhook = v.object({
  id: text,
  name: text,
  url: text,
  events: v.array(v.picklist(webhookEvents)),
  personal: v.boolean(),
  created_at: time,
  created_by: text,
  secret_at: time,
  /** Until when messages are signed by the secret before, too; null: they are not. */
  previous_until: maybeTime,
  /** Since when nothing is sent; null: it is. */
  paused_at: maybeTime,
  /** Who paused it; null: three days of failures did. */
  paused_by: maybeText,
  /** Messages that wait to be sent. */
  waiting: count,
});
export type Webhook = v.InferOutput<typeof webhook>;

const delivery = v.object({
  id: text,
  type: text,
  /** Null: of a test. */
  account_id: maybeText,
  created_at: time,
  state: v.picklist(webhookDeliveryStates),
  /** When it is tried next; null: as soon as possible, or not any more. */
  next_at: maybeTime,
  /** The last 30, newest first. */
  tries: v.array(
    v.object({
      at: time,
      /** Of HTTP; null: there was no answer. */
      status: v.nullable(count),
      /** Why there was none; null: there was one. */
      failure: maybeText,
      /** Milliseconds. */
      duration: count,
    }),
  ),
});
export type WebhookDelivery = v.InferOutput<typeof delivery>;

const listWebhooks = {
  summary: 'The webhooks, by name, and the origins that they may have.',
  method: 'GET',
  path: '/console/v1/webhooks',
  role: 'admin',
  answer: v.object({ origins: v.array(text), items: v.array(webhook) }),
  refusals: [],
} as const satisfies ConsoleCall;

const createWebhook = {
  summary: 'Makes a webhook. No later answer contains its secret. There are 20 at most.',
  method: 'POST',
  path: '/console/v1/webhooks',
  role: 'admin',
  act: 'webhooks.create',
  proof: true,
  body: settings,
  answer: v.object({ id: text, secret: text }),
  refusals: ['Conflict', 'IllegalOperation'],
} as const satisfies ConsoleCall;

const changeWebhook = {
  summary: 'Changes a webhook. What waits is sent to the new address.',
  method: 'POST',
  path: '/console/v1/webhooks/change',
  role: 'admin',
  act: 'webhooks.change',
  proof: true,
  body: v.object({ id: uuid, ...settings.entries }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const renewWebhookSecret = {
  summary:
    'Makes a new secret, which is shown once. With `overlap` messages are signed by both for a day; without, by the new one alone.',
  method: 'POST',
  path: '/console/v1/webhooks/secret',
  role: 'admin',
  act: 'webhooks.renew-secret',
  proof: true,
  body: v.object({ id: uuid, overlap: v.boolean() }),
  answer: v.object({ secret: text }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const pauseWebhook = {
  summary: 'Sends nothing until the webhook is resumed. Events are kept until then, for 90 days.',
  method: 'POST',
  path: '/console/v1/webhooks/pause',
  role: 'admin',
  act: 'webhooks.pause',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const resumeWebhook = {
  summary: 'Sends what waits. With `again` also what was given up.',
  method: 'POST',
  path: '/console/v1/webhooks/resume',
  role: 'admin',
  act: 'webhooks.resume',
  body: v.object({ id: uuid, again: v.boolean() }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const testWebhook = {
  summary: 'Sends a `webhook.test`.',
  method: 'POST',
  path: '/console/v1/webhooks/test',
  role: 'admin',
  act: 'webhooks.test',
  body: v.object({ id: uuid }),
  /** Of the delivery. */
  answer: v.object({ id: text }),
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const deleteWebhook = {
  summary: 'Deletes a webhook, with what waits and the list of deliveries.',
  method: 'POST',
  path: '/console/v1/webhooks/delete',
  role: 'admin',
  act: 'webhooks.delete',
  proof: true,
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const listWebhookDeliveries = {
  summary:
    'The messages of a webhook, newest first, each with its tries. They are kept for 30 days, those that wait for 90.',
  method: 'GET',
  path: '/console/v1/webhooks/deliveries',
  role: 'admin',
  query: v.object({
    id: uuid,
    state: v.optional(v.picklist(webhookDeliveryStates)),
    limit,
    cursor,
  }),
  answer: pageOf(delivery),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const resendWebhook = {
  summary: 'Sends a message again, under the same id.',
  method: 'POST',
  path: '/console/v1/webhooks/resend',
  role: 'admin',
  act: 'webhooks.resend',
  /** Of the delivery. */
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

/** The console's calls about webhooks. */
export const webhookConsoleCalls = {
  listWebhooks,
  createWebhook,
  changeWebhook,
  renewWebhookSecret,
  pauseWebhook,
  resumeWebhook,
  testWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  resendWebhook,
} as const satisfies Record<string, ConsoleCall>;
