/** Dashboards as short texts, sent like alerts to channels. */
import type { Transaction } from 'kysely';
import type { Language } from '../../http/language.ts';
import type { Database } from '../../platform/database/schema.ts';
import { messageWithoutRule } from './alert-message.ts';
import { queueMessage } from './alert-queue.ts';

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
  const body = messageWithoutRule(
    { kind: 'dashboard', name, target: dashboard, window_minutes: 0 },
    {
      state: 'report',
      began_at: at,
      value: null,
      threshold: 0,
      dashboard: { id: dashboard, language, lines },
    },
  );
  await queueMessage(trx, body, at, {
    key: `dashboard ${subscription} ${due} ${channel}`,
    subscription_id: subscription,
    channel_id: channel,
  });
};
