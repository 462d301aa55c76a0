/** Counts wrong codes as signs of risk. */
import type { Logger } from 'pino';
import type { OnCallEnd } from '../../http/handler.ts';
import type { RiskCounters } from './risk-counters.ts';

/** Counts the wrong codes of the account calls. Wrong passwords are counted where they are compared. */
export const countFailures =
  (riskCounters: RiskCounters, log: Pick<Logger, 'error'>): OnCallEnd =>
  (_, __, { identifier, ip }, outcome) => {
    if (typeof outcome === 'string' || outcome.refusal !== 'CaptchaMismatch') return;
    const counted = identifier
      ? riskCounters.failed({ identity: identifier, device: '', ip })
      : riskCounters.failedFrom(ip);
    // The answer does not wait for it.
    counted.catch((error: unknown) => log.error({ err: error }, 'a wrong code was not counted'));
  };
