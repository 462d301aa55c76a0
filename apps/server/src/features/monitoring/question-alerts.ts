/** Messages of alerts on saved questions, sent like those of rules: to the alert's channel, or to the configured webhook. */
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertMessageBody } from './alert-message.ts';
import type { AlertedQuestion } from './question-alert-text.ts';
import type { MonitorSettings } from './settings.ts';

export interface QuestionAlertMessage
  extends Pick<AlertMessageBody, 'began_at' | 'ended_at' | 'value' | 'threshold'> {
  readonly id: string;
  readonly name: string;
  readonly channel: number | null;
  readonly state: 'firing' | 'resolved' | 'changed' | 'unevaluated';
  readonly question: AlertedQuestion;
}

const MINUTES = { hour: 60, day: 1440, week: 10_080 } as const;

/**
 * Queues a message within the transaction that changes the alert's state; nothing if the alert has neither a channel nor a webhook.
 * @param at milliseconds since 1970
 */
export const queueQuestionAlerts =
  ({ webhook }: Pick<MonitorSettings, 'webhook'>) =>
  async (trx: Transaction<Database>, alert: QuestionAlertMessage, at: number): Promise<void> => {
    const { id, name, channel, question, ...rest } = alert;
    if (channel === null && !webhook) return;
    const body: AlertMessageBody = {
      ...rest,
      episode: null,
      worst: alert.value,
      rule: {
        id: null,
        name,
        product: null,
        kind: 'question',
        target: id,
        percentile: null,
        window_minutes: MINUTES[question.every],
      },
      question,
    };
    await trx
      .insertInto('alert_messages')
      .values({
        episode_id: null,
        question_alert_id: id,
        channel_id: channel,
        body: JSON.stringify(body),
        next_at: new Date(at),
      })
      .execute();
  };
