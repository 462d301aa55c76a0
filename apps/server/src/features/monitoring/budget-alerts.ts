/** Alerts about the message budget, sent by the webhook like those of rules. */
import type { OnBudgetAlert } from '../../messages/message-budget.ts';
import { messageWithoutRule } from './alert-message.ts';
import { queueMessage } from './alert-queue.ts';
import type { MonitorSettings } from './settings.ts';

const MINUTES = { hour: 60, day: 24 * 60 } as const;

/**
 * Queues an alert within the transaction of the message that reached the share; once for each share of a window. No `resolved` message
 * follows: `messages.ends_at` says when the budget is whole again.
 * @param settings without a webhook nothing is queued
 */
export const queueBudgetAlerts =
  ({ webhook }: MonitorSettings): OnBudgetAlert =>
  async (db, { of, window, share, sent, limit, endsAt }, at) => {
    if (!webhook) return;
    const name = `Messages of ${window === 'hour' ? 'an hour' : 'a day'}`;
    const ends = endsAt.getTime();
    const body = messageWithoutRule(
      { kind: 'message-budget', name, target: window, window_minutes: MINUTES[window] },
      {
        state: 'firing',
        began_at: at,
        value: sent / limit,
        threshold: share,
        messages: { of, sent, limit, left: limit - sent, ends_at: ends },
      },
    );
    await queueMessage(db, body, at, { key: `messages ${of} ${window} ${share} ${ends}` });
  };
