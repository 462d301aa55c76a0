/** What `/metrics` says about messages: attempts to send, and the budget. */
import { Counter, Gauge } from 'prom-client';
import type { Feature } from '../http/feature.ts';
import type { MessageBudget } from './message-budget.ts';
import type { Observe } from './send.ts';

/** Counts the attempts to send a message, by sender. @returns the feature, and the observer for `createMessages` */
export const messageCounter = (): Feature & { readonly observe: Observe } => {
  const attempts = new Counter({
    name: 'rollcall_messages_total',
    help: 'Attempts to send a message, by sender, channel, purpose and outcome (sent, limited, failed).',
    labelNames: ['sender', 'channel', 'purpose', 'outcome'],
    registers: [],
  });
  return {
    addMetrics: registry => registry.registerMetric(attempts),
    observe: (sender, channel, outcome, purpose) => attempts.inc({ sender, channel, purpose, outcome }),
  };
};

/** The share of the budget of everything that is spent, by window; no samples where no limit is set. */
export const messageMetrics = (budget: Pick<MessageBudget, 'used'>, now: () => number): Feature => ({
  addMetrics: registry => {
    registry.registerMetric(
      new Gauge({
        name: 'rollcall_message_budget_used_ratio',
        help: 'Share of the messages of an hour and of a day that were sent; a challenge is asked of everybody from 0.8.',
        labelNames: ['window'],
        // Read from the database, so it is the same in each process.
        aggregator: 'max',
        registers: [],
        collect: async function collect() {
          for (const [window, ratio] of Object.entries(await budget.used(now()))) this.set({ window }, ratio);
        },
      }),
    );
  },
});
