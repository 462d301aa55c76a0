/** Subscriptions of dashboards: sent each day or week by mail and as a short text to channels of alerts. */
import * as v from 'valibot';
import { done } from '../../../answers.ts';
import { emailAddress } from '../../../fields.ts';
import type { ConsoleCall } from '../../call.ts';
import { channelId, messageLanguage } from '../../monitor/alert-channels.ts';
import { maybeText, maybeTime, text, time, uuid } from '../../page.ts';
import { base } from '../filter.ts';
import { made, oneOfRevision, revision } from './shared.ts';

const path = `${base}/subscriptions`;

/** Addresses and channels of a subscription at most. */
export const subscriptionReceivers = 20;

const wholeNumber = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const fields = {
  dashboard: uuid,
  /** The day of the week, Monday 1 to Sunday 7; null: each day. */
  weekday: v.nullable(wholeNumber(1, 7)),
  /** The hour of the day in China Standard Time (UTC+8). */
  hour: wholeNumber(0, 23),
  /** Addresses; any may be given, also of somebody who is no operator. The audit log has them masked. */
  emails: v.pipe(v.array(emailAddress), v.maxLength(subscriptionReceivers)),
  /** Channels of alerts. */
  channels: v.pipe(v.array(channelId), v.maxLength(subscriptionReceivers)),
  /** The language of mails; a channel has its own. Absent: that of the request, of a change the one before. */
  language: v.optional(messageLanguage),
  enabled: v.boolean(),
} as const;

const somebody = <T extends { emails: string[]; channels: number[] }>(): v.GenericValidation<T> =>
  v.forward(
    v.check<T, string>(
      ({ emails, channels }) => emails.length + channels.length > 0,
      'An address or a channel.',
    ),
    // valibot's path type cannot follow a generic key.
    ['emails'] as never,
  );

const subscription = v.object({
  id: text,
  dashboard: text,
  weekday: fields.weekday,
  hour: fields.hour,
  emails: v.array(text),
  channels: v.array(channelId),
  language: messageLanguage,
  enabled: v.boolean(),
  /** The name of the operator who made it. */
  owner: maybeText,
  /** When it was put together last. */
  sent_at: maybeTime,
  /** When it is next. */
  next_at: time,
  /** Mails and messages of the last 30 days that were given up. */
  failed: v.pipe(v.number(), v.integer()),
  /** Mails and messages that are not delivered yet. */
  waiting: v.pipe(v.number(), v.integer()),
  revision,
  changed_at: time,
});
export type DashboardSubscription = v.InferOutput<typeof subscription>;

const listSubscriptions = {
  summary: 'The subscriptions of a dashboard, with the addresses that they go to.',
  method: 'GET',
  path,
  role: 'admin',
  query: v.object({ dashboard: uuid }),
  answer: v.object({
    items: v.array(subscription),
    /** Whether mail can be sent. */
    mail: v.boolean(),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

const createSubscription = {
  summary:
    'Subscribes addresses and channels to a dashboard. IllegalOperation for an address where no mail can be sent; NotFound names the dashboard or the channels.',
  method: 'POST',
  path,
  role: 'admin',
  act: 'usage.create-subscription',
  proof: true,
  body: v.pipe(v.object(fields), somebody()),
  answer: made,
  refusals: ['IllegalOperation', 'NotFound'],
} as const satisfies ConsoleCall;

const changeSubscription = {
  summary:
    'Replaces a subscription; what waits for those it goes to no more, or while it is paused for anybody, is not sent. Refused as Conflict where it was changed meanwhile.',
  method: 'PUT',
  path,
  role: 'admin',
  act: 'usage.change-subscription',
  proof: true,
  body: v.pipe(v.object({ id: uuid, revision, ...fields }), somebody()),
  answer: made,
  refusals: ['IllegalOperation', 'NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const deleteSubscription = {
  summary: 'Ends a subscription, and its waiting mails.',
  method: 'POST',
  path: `${path}/delete`,
  role: 'admin',
  act: 'usage.delete-subscription',
  body: oneOfRevision,
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const subscriptionCalls = {
  listSubscriptions,
  createSubscription,
  changeSubscription,
  deleteSubscription,
} as const satisfies Record<string, ConsoleCall>;
