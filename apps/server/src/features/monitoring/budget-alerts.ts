/** Alerts about the message budget, sent by the webhook like those of rules. */
import type { OnBudgetAlert } from '../../messages/message-budget.ts';
import type { MonitorSettings } from './settings.ts';

const MINUTES = { hour: 60, day: 24 * 60 } as const;

/**
 * Queues an alert within the transaction of the message that reached the share; once for each share of a window. The body has the
 * fields of a rule's alert, so that a receiver needs no other code, and `messages` besides. No `resolved` message follows:
 * `messages.ends_at` says when the budget is whole again.
 * @param settings without a webhook nothing is queued
 */
export const queueBudgetAlerts =
  ({ webhook }: MonitorSettings): OnBudgetAlert =>
  async (db, { of, window, share, sent, limit, endsAt }, at) => {
    if (!webhook) return;
    const body = {
      state: 'firing',
      episode: null,
      began_at: at,
      ended_at: null,
      value: sent / limit,
      worst: sent / limit,
      threshold: share,
      rule: {
        id: null,
        name: `Messages of ${window === 'hour' ? 'an hour' : 'a day'}`,
        product: null,
        kind: 'message-budget',
        target: window,
        percentile: null,
        window_minutes: MINUTES[window],
      },
      messages: { of, sent, limit, left: limit - sent, ends_at: endsAt.getTime() },
    };
    await db
      .insertInto('alert_messages')
      .values({
        episode_id: null,
        key: `messages ${of} ${window} ${share} ${endsAt.getTime()}`,
        body: JSON.stringify(body),
        next_at: new Date(at),
      })
      .onConflict(conflict => conflict.column('key').doNothing())
      .execute();
  };
