/** Queues messages of alerts, each within the transaction of what it tells. */
import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertMessagesTable } from '../../platform/database/tables/monitoring.ts';
import type { AlertMessageBody } from './alert-message.ts';

/** @param at milliseconds since 1970 @param columns with a `key` it is queued once; without a channel it goes to the webhook */
export const queueMessage = async (
  db: Kysely<Database>,
  body: AlertMessageBody,
  at: number,
  columns: Pick<
    Insertable<AlertMessagesTable>,
    'key' | 'channel_id' | 'question_alert_id' | 'subscription_id'
  >,
): Promise<void> => {
  await db
    .insertInto('alert_messages')
    .values({ ...columns, episode_id: body.episode, body: JSON.stringify(body), next_at: new Date(at) })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute();
};
