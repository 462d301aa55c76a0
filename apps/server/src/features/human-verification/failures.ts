/** Counts wrong passwords and wrong codes as signs of risk. */
import type { OnCallEnd } from '../../http/handler.ts';
import type { RiskCounters } from './risk-counters.ts';

/**
 * Counts the failures of the account calls. A wrong password is counted here by IP address alone, as the login
 * throttle counts it by identifier.
 */
export const countFailures =
  (riskCounters: RiskCounters): OnCallEnd =>
  (_, __, { identifier, ip }, outcome) => {
    const refusal = typeof outcome === 'string' ? undefined : outcome.refusal;
    if (refusal === 'WrongCredentials') riskCounters.failedFrom(ip);
    if (refusal !== 'CaptchaMismatch') return;
    if (identifier) riskCounters.failed({ identity: identifier, device: '', ip });
    else riskCounters.failedFrom(ip);
  };
