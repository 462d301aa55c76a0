/** Alerts about webhooks that were paused, sent like those of rules: to the configured webhook and to each channel of the console. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { messageWithoutRule } from './alert-message.ts';
import { queueMessage } from './alert-queue.ts';
import type { MonitorSettings } from './settings.ts';

/** Queues the alerts within the transaction that pauses the endpoint, each once. @param settings without a webhook channels alone are told */
export const queueWebhookAlerts =
  ({ webhook }: Pick<MonitorSettings, 'webhook'>) =>
  async (
    db: Kysely<Database>,
    { id, name, hours }: { readonly id: string; readonly name: string; readonly hours: number },
    at: number,
  ): Promise<void> => {
    const body = messageWithoutRule(
      { kind: 'webhook-paused', name: `Webhook ${name}`, target: name, window_minutes: hours * 60 },
      { state: 'firing', began_at: at, value: hours, threshold: hours },
    );
    const channels = await db.selectFrom('alert_channels').select('id').execute();
    const receivers = [...(webhook ? [null] : []), ...channels.map(({ id }) => id)];
    for (const channel of receivers)
      await queueMessage(db, body, at, {
        channel_id: channel,
        key: `webhook ${id} ${at} ${channel ?? 'default'}`,
      });
  };
