/** What `/metrics` says about the message budget. */
import { Gauge } from 'prom-client';
import type { Feature } from '../http/feature.ts';
import type { MessageBudget } from './message-budget.ts';

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
