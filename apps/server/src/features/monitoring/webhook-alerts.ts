/** Alerts about webhooks that were paused, sent like those of rules: to the configured webhook and to each channel of the console. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertMessageBody } from './alert-message.ts';
import type { MonitorSettings } from './settings.ts';

/** Queues the alerts within the transaction that pauses the endpoint, each once. @param settings without a webhook channels alone are told */
export const queueWebhookAlerts =
  ({ webhook }: Pick<MonitorSettings, 'webhook'>) =>
  async (
    db: Kysely<Database>,
    endpoint: { readonly id: string; readonly name: string; readonly hours: number },
    at: number,
  ): Promise<void> => {
    const body: AlertMessageBody = {
      state: 'firing',
      episode: null,
      began_at: at,
      ended_at: null,
      value: endpoint.hours,
      worst: endpoint.hours,
      threshold: endpoint.hours,
      rule: {
        id: null,
        name: `Webhook ${endpoint.name}`,
        product: null,
        kind: 'webhook-paused',
        target: endpoint.name,
        percentile: null,
        window_minutes: endpoint.hours * 60,
      },
    };
    const channels = await db.selectFrom('alert_channels').select('id').execute();
    const receivers = [...(webhook ? [null] : []), ...channels.map(({ id }) => id)];
    for (const channel of receivers)
      await db
        .insertInto('alert_messages')
        .values({
          episode_id: null,
          channel_id: channel,
          key: `webhook ${endpoint.id} ${at} ${channel ?? 'default'}`,
          body: JSON.stringify(body),
          next_at: new Date(at),
        })
        .onConflict(conflict => conflict.column('key').doNothing())
        .execute();
  };
