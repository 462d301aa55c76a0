/** What `/metrics` says about the delivery of alerts. */
import type { ChannelKind } from '@rollcall/contract/console';
import { Counter } from 'prom-client';
import type { Feature } from '../../http/feature.ts';

export interface DeliveryMetrics extends Required<Pick<Feature, 'addMetrics'>> {
  /** Counts an attempt. @param failure why the message was not taken; undefined: it was */
  readonly counted: (receiver: ChannelKind, failure: string | undefined) => void;
}

export const deliveryMetrics = (): DeliveryMetrics => {
  const deliveries = new Counter({
    name: 'rollcall_alert_deliveries_total',
    help: 'Attempts to deliver an alert, by receiver (webhook, dingtalk, feishu, wecom) and outcome (delivered, failed).',
    labelNames: ['receiver', 'outcome'],
    registers: [],
  });
  return {
    addMetrics: registry => registry.registerMetric(deliveries),
    counted: (receiver, failure) =>
      deliveries.inc({ receiver, outcome: failure === undefined ? 'delivered' : 'failed' }),
  };
};
