/** Counts wrong passwords and wrong codes as signs of risk. */
import type { OnCallEnd } from '../../http/handler.ts';
import type { Watch } from './risk-counters.ts';

/**
 * Counts the failures of the account calls. A wrong password is counted here by IP address alone, as the login
 * throttle counts it by identifier.
 */
export const countFailures =
  (watch: Watch): OnCallEnd =>
  (_, __, { identifier, address }, outcome) => {
    const refusal = typeof outcome === 'string' ? undefined : outcome.refusal;
    if (refusal === 'WrongCredentials') watch.failedAt(address);
    if (refusal !== 'CaptchaMismatch') return;
    if (identifier) watch.failed({ identity: identifier, device: '', address });
    else watch.failedAt(address);
  };
