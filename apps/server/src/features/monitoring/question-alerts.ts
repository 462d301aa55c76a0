/** Messages of alerts on saved questions, sent like those of rules: to the alert's channel, or to the configured webhook. */
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { type AlertMessageBody, messageWithoutRule } from './alert-message.ts';
import { queueMessage } from './alert-queue.ts';
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
    const { id, name, channel, ...told } = alert;
    if (channel === null && !webhook) return;
    const body = messageWithoutRule(
      { kind: 'question', name, target: id, window_minutes: MINUTES[told.question.every] },
      told,
    );
    await queueMessage(trx, body, at, { question_alert_id: id, channel_id: channel });
  };
