/** What `/metrics` says about the delivery of alerts. */
import { Counter } from 'prom-client';
import type { Feature } from '../../http/feature.ts';
import type { AlertReceivers } from './alert-receivers.ts';

/** Counts what becomes of each message that receivers are sent. */
export const countDeliveries = (
  receivers: Pick<AlertReceivers, 'send'>,
): Pick<AlertReceivers, 'send'> & Required<Pick<Feature, 'addMetrics'>> => {
  const deliveries = new Counter({
    name: 'rollcall_alert_deliveries_total',
    help: 'Attempts to deliver an alert, by receiver (webhook, bot) and outcome (delivered, failed).',
    labelNames: ['receiver', 'outcome'],
    registers: [],
  });
  return {
    addMetrics: registry => registry.registerMetric(deliveries),
    send: async (channel, ...message) => {
      const failure = await receivers.send(channel, ...message);
      deliveries.inc({
        receiver: channel === null ? 'webhook' : 'bot',
        outcome: failure === undefined ? 'delivered' : 'failed',
      });
      return failure;
    },
  };
};
