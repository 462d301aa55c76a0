/** Decides for each call that sends a code, and for the sign-in with a ticket, whether a challenge is needed. */
import type { Tickets } from '../../identity/tickets.ts';
import { readVerification, type Scene, type Verification } from '../../identity/verification.ts';
import type { NamedRecipients } from './named-recipients.ts';
import type { Rules } from './rules.ts';
import type { Requester, RiskCounters } from './risk-counters.ts';

/**
 * Accepts the ticket of a passed challenge. For a ticket that was issued without one the risk is computed again:
 * otherwise tickets collected while the risk was low could all be spent at once.
 */
export const createGuard = (deps: {
  readonly tickets: Tickets;
  readonly rules: Rules;
  readonly riskCounters: RiskCounters;
  readonly namedRecipients: NamedRecipients;
  /** Whether so many messages were sent that everybody is asked. */
  readonly isTight: () => Promise<boolean>;
}): Verification => {
  const { tickets, rules, riskCounters, namedRecipients, isTight } = deps;
  const requesterOf = ({ identifier, accountId }: Scene, ip: string, device = ''): Requester => ({
    identity: identifier,
    device,
    ip,
    accountId,
  });

  return {
    judge: async ({ ticket, id, ip }, scene) => {
      if (!ticket) {
        // `login/security` is there for its ticket.
        if (scene.scene === 'security') return 'rule-required';
        return lowRisk(scene, requesterOf(scene, ip));
      }
      const subject = await readVerification(tickets, ticket, id, scene);
      if (!subject) {
        await riskCounters.failed(requesterOf(scene, ip));
        return 'wrong';
      }
      const requester = requesterOf(scene, ip, subject.device);
      if (subject.unasked) return lowRisk(scene, requester);
      // A sign-in sends nothing, and is not counted as if it did.
      if (scene.scene !== 'security') await riskCounters.requested(requester);
      return 'verified';
    },

    suspects: async ip => {
      const { limits } = await rules.of('security');
      return (await riskCounters.failuresFrom(ip)) >= limits.failures.address;
    },

    wrongPassword: ip => riskCounters.failedFrom(ip),
  };

  async function lowRisk(scene: Scene, requester: Requester) {
    const { ask, limits } = await rules.of(scene.scene);
    if (ask === 'never') return 'unasked';
    if (ask === 'always') return 'rule-required';
    if (scene.scene === 'security') {
      return (await riskCounters.level(requester, limits)) === 'low' ? 'unasked' : 'rule-required';
    }
    if (await isTight()) return 'rule-required';
    if (!(await namedRecipients.admit(scene.scene, requester))) return 'rule-required';
    return (await riskCounters.admit(requester, limits)) ? 'unasked' : 'rule-required';
  }
};
