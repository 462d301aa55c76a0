/** Decides for each call that sends a code, and for the sign-in with a ticket, whether a challenge is needed. */
import type { Tickets } from '../../identity/tickets.ts';
import { readVerification, type Scene, type Verification } from '../../identity/verification.ts';
import type { ChallengedIdentities } from './challenged-identities.ts';
import type { NamedRecipients } from './named-recipients.ts';
import type { RowBudgets } from './row-budgets.ts';
import type { Rules } from './rules.ts';
import { deviceName, type Requester } from './requester.ts';
import type { RiskCounters } from './risk-counters.ts';

/** Apart from the fingerprints of browsers, which have another form. */
const deviceOf = (id: string | undefined): string => (id === undefined ? '' : deviceName(`cookie ${id}`));

/**
 * Accepts the ticket of a passed challenge. For a ticket that was issued without one the risk is computed again:
 * otherwise tickets collected while the risk was low could all be spent together.
 */
export const createGuard = (deps: {
  readonly tickets: Tickets;
  readonly rules: Rules;
  readonly riskCounters: RiskCounters;
  readonly namedRecipients: NamedRecipients;
  readonly challengedIdentities: ChallengedIdentities;
  readonly rowBudgets: RowBudgets;
  /** Whether so many messages were sent that everybody is asked. */
  readonly isTight: () => Promise<boolean>;
}): Verification => {
  const { tickets, rules, riskCounters, namedRecipients, challengedIdentities, rowBudgets, isTight } = deps;
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

    suspects: async ({ ip, device }, identity) => {
      const { failures } = (await rules.of('security')).limits;
      const place = { ip, device: deviceOf(device) };
      const found = await riskCounters.failuresFrom(place);
      const byDevice = found.device >= failures.device;
      if (byDevice) {
        // One that is asked already has its row.
        if (!(await challengedIdentities.has(identity))) await rowBudgets.spend('challenged', place);
        await challengedIdentities.add(identity);
      }
      return byDevice || found.address >= failures.address;
    },

    wrongPassword: ({ ip, device }) => riskCounters.failedFrom({ ip, device: deviceOf(device) }),
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
