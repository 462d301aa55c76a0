/** Stands before every call that sends a code, and before the sign-in with a ticket. */
import type { Tickets } from '../../identity/tickets.ts';
import { readVerification, type Scene, type Verification } from '../../identity/verification.ts';
import type { Rules } from './rules.ts';
import type { Asker, Watch } from './risk-counters.ts';

/**
 * A ticket of a passed challenge lets through. A ticket that was given without one is worth as much as none: the risk
 * is judged again, or whoever collected many while it was low would spend them all at once.
 */
export const createGuard = (deps: {
  readonly tickets: Tickets;
  readonly rules: Rules;
  readonly watch: Watch;
}): Verification => {
  const { tickets, rules, watch } = deps;
  const askerOf = ({ identifier }: Scene, address: string, device = ''): Asker => ({
    identity: identifier,
    device,
    address,
  });

  return {
    judge: async ({ ticket, id, address }, scene) => {
      if (!ticket) {
        // `login/security` is there for its ticket.
        if (scene.scene === 'security') return 'rule-required';
        return lowRisk(scene, askerOf(scene, address));
      }
      const subject = await readVerification(tickets, ticket, id, scene);
      if (!subject) {
        watch.failed(askerOf(scene, address));
        return 'wrong';
      }
      const asker = askerOf(scene, address, subject.device);
      if (subject.unasked) return lowRisk(scene, asker);
      // A sign-in sends nothing, and is not counted as if it did.
      if (scene.scene !== 'security') watch.requested(asker);
      return 'verified';
    },
  };

  async function lowRisk(scene: Scene, asker: Asker) {
    const { ask, limits } = await rules.of(scene.scene);
    if (ask === 'never') return 'unasked';
    if (ask === 'always') return 'rule-required';
    const low =
      scene.scene === 'security'
        ? (await watch.level(asker, limits)) === 'low'
        : await watch.admit(asker, limits);
    if (!low) return 'rule-required';
    return 'unasked';
  }
};
