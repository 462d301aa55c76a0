/** Dashboards as short texts, sent like alerts to channels. */
import type { Transaction } from 'kysely';
import type { Language } from '../../http/language.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertMessageBody } from './alert-message.ts';

export interface DashboardText {
  readonly subscription: string;
  readonly dashboard: string;
  readonly name: string;
  readonly channel: number;
  /** That name and lines are written in. */
  readonly language: Language;
  readonly lines: readonly string[];
  /** When it was due: a text is queued once. */
  readonly due: number;
}

/** Queues a text within the transaction that puts the dashboard together. @param at milliseconds since 1970 */
export const queueDashboardText = async (
  trx: Transaction<Database>,
  { subscription, dashboard, name, channel, language, lines, due }: DashboardText,
  at: number,
): Promise<void> => {
  const body: AlertMessageBody = {
    state: 'report',
    episode: null,
    began_at: at,
    ended_at: null,
    value: null,
    worst: null,
    threshold: 0,
    rule: {
      id: null,
      name,
      product: null,
      kind: 'dashboard',
      target: dashboard,
      percentile: null,
      window_minutes: 0,
    },
    dashboard: { id: dashboard, language, lines },
  };
  await trx
    .insertInto('alert_messages')
    .values({
      episode_id: null,
      key: `dashboard ${subscription} ${due} ${channel}`,
      subscription_id: subscription,
      channel_id: channel,
      body: JSON.stringify(body),
      next_at: new Date(at),
    })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute();
};
