/** For tests: an alert rule as an operator writes one. */
import type { AlertRuleInput } from '@rollcall/contract/console';

export const alertRule: AlertRuleInput = {
  name: 'Calls fail',
  product: 'school',
  kind: 'failed-share',
  target: '*',
  percentile: 0.75,
  threshold: 0.05,
  window: 5,
  least: 20,
  hours: null,
  channel: null,
  enabled: true,
};
