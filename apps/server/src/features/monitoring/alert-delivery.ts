/** Sends alert messages to the webhook and to group bots: in order within an episode or an alert on a question, retried with exponential backoff. */
import type { ChannelKind } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertMessageBody } from './alert-message.ts';
import type { DeliveryMetrics } from './alert-metrics.ts';
import type { AlertReceivers } from './alert-receivers.ts';

/** Lease of a claimed message in ms: longer than sending AT_ONCE messages. */
const LEASE = 120_000;
const AT_ONCE = 10;
/** Messages to one bot in one run: every 15 seconds that is DingTalk's and WeCom's limit of 20 a minute. */
const AT_ONCE_TO_BOT = 5;
/** First and longest retry delay in ms; the delay doubles. After MAX_ATTEMPTS (over seven hours) a message is given up. */
export const FIRST_RETRY = 30_000;
const LONGEST_RETRY = 3_600_000;
export const MAX_ATTEMPTS = 14;

/** Delay in ms after a number of attempts. */
export const retryDelay = (attempts: number): number =>
  Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));

export interface DeliveryParts extends Pick<DeliveryMetrics, 'counted'> {
  readonly db: Kysely<Database>;
  readonly receivers: Pick<AlertReceivers, 'send'>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

interface Message {
  readonly id: number;
  readonly body: AlertMessageBody;
  readonly attempts: number;
  readonly channel_id: number | null;
  /** Of the channel; null: the configured webhook. */
  readonly kind: ChannelKind | null;
}

/** Claims due messages. A message waits for the earlier ones of its episode, or of its alert on a question. */
const claimDue = async (db: Kysely<Database>, at: number): Promise<readonly Message[]> => {
  const { rows } = await sql<Message>`
    update alert_messages set attempts = attempts + 1, next_at = ${new Date(at + LEASE)}
    where id = any (array(
      select id from alert_messages m
      where id in (
        -- A new message goes before those that were refused.
        select id from (
          select id, channel_id, row_number() over (partition by channel_id order by attempts, id) as place
          from alert_messages d
          where delivered_at is null and given_up_at is null
            and (next_at <= ${new Date(at)} or next_at > ${new Date(at + LONGEST_RETRY + LEASE)})
            and not exists (
              select from alert_messages e
              -- An alert that was moved to another channel does not wait for the one before.
              where (e.episode_id = d.episode_id
                or (e.question_alert_id = d.question_alert_id and e.channel_id is not distinct from d.channel_id))
                and e.id < d.id and e.delivered_at is null and e.given_up_at is null)
          ) ranked
        where channel_id is null or place <= ${AT_ONCE_TO_BOT})
      and delivered_at is null and given_up_at is null
        -- After the clock was set back, next_at may lie further ahead than the longest retry.
        and (next_at <= ${new Date(at)} or next_at > ${new Date(at + LONGEST_RETRY + LEASE)})
      order by id limit ${AT_ONCE} for update skip locked))
    returning id, body, attempts, channel_id,
      (select kind from alert_channels c where c.id = alert_messages.channel_id) as kind`.execute(db);
  return [...rows].sort((a, b) => a.id - b.id);
};

/** Sends due messages. @returns the number of delivered messages */
export const deliver = async (parts: DeliveryParts): Promise<number> => {
  const { db, now, log, receivers, counted } = parts;
  let delivered = 0;
  for (const message of await claimDue(db, now())) {
    const failure = await receivers.send(message.channel_id, message.body, message.id);
    counted(message.kind ?? 'webhook', failure);
    const at = now();
    if (failure === undefined) delivered += 1;
    else
      log.warn(
        { message: message.id, channel: message.channel_id, attempts: message.attempts, failure },
        'a receiver of alerts did not take a message',
      );
    await db
      .updateTable('alert_messages')
      .set(
        failure === undefined
          ? { delivered_at: new Date(at) }
          : message.attempts >= MAX_ATTEMPTS
            ? { given_up_at: new Date(at) }
            : { next_at: new Date(at + retryDelay(message.attempts)) },
      )
      .where('id', '=', message.id)
      .execute();
  }
  return delivered;
};
