/** A sign-in whose second step is missing, and the refusal that asks for it. */
import { methodsOf } from '../../../identity/second-factor/factor-state.ts';
import type { SecondFactorStore } from '../../../identity/second-factor/second-factors.ts';
import { refuse } from '../../../platform/refusal.ts';

export interface Pending {
  readonly accountId: string;
  /** Names the step; spent by the call that finishes the sign-in. */
  readonly ticket: string;
  /** The origin of the page that signs in, as far as the browser said. */
  readonly origin: string | undefined;
}

/** SecondFactorRequired with the step's ticket, and the methods that the account has; `setup`: none, so one of `set_up_with` is set up first. */
export const secondStepRefusal = async (
  secondFactors: Pick<SecondFactorStore, 'state'>,
  { accountId, ticket, origin }: Pending,
) => {
  const state = await secondFactors.state({ kind: 'account', id: accountId }, { origin });
  const methods = methodsOf(state);
  const setUpWith = state.passkeys_available ? ['totp', 'passkey'] : ['totp'];
  const data = { ticket, methods, ...(methods.length === 0 ? { setup: true, set_up_with: setUpWith } : {}) };
  return refuse('SecondFactorRequired', { data });
};
