/** Counts wrong codes as signs of risk. */
import type { OnCallEnd } from '../../http/handler.ts';
import type { RiskCounters } from './risk-counters.ts';

/**
 * Counts the wrong codes of the account calls, before they are answered: else the next request could come before the count.
 * Wrong passwords are counted where they are compared.
 */
export const countFailures =
  (riskCounters: RiskCounters): OnCallEnd =>
  async (_, __, { identifier, ip }, outcome) => {
    if (typeof outcome === 'string' || outcome.refusal !== 'CaptchaMismatch') return;
    if (identifier) await riskCounters.failed({ identity: identifier, device: '', ip });
    else await riskCounters.failedFrom({ ip, device: '' });
  };
