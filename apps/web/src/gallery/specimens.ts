/**
 * Every component in every state: what is drawn, the answers of the network, and the input that leads there.
 */
import type { Answers } from './network.ts';
import { accountStates } from './specimens/account.tsx';
import { ageStates } from './specimens/age.tsx';
import { aroundStates } from './specimens/around.tsx';
import { fieldsStates } from './specimens/fields.tsx';
import { guardianStates } from './specimens/guardian.tsx';
import { partsStates } from './specimens/parts.tsx';
import { proofStates } from './specimens/proof.tsx';
import { secondFactorStates } from './specimens/second-factor.tsx';
import { signInStates } from './specimens/sign-in.tsx';
import { signUpStates } from './specimens/sign-up.tsx';
import { thirdPartyStates } from './specimens/third-party.tsx';
import type { Specimen, Specimens } from './specimens/specimen.ts';
import { everything } from './written.ts';

/** By component and state, in the order of the list. */
export const specimens = {
  ...signInStates,
  ...secondFactorStates,
  ...signUpStates,
  ...thirdPartyStates,
  ...aroundStates,
  ...accountStates,
  ...ageStates,
  ...guardianStates,
  ...proofStates,
  ...fieldsStates,
  ...partsStates,
} as const satisfies Specimens;

/** The specimen of a component and state; undefined where there is none. */
export const specimenOf = (name: string, state: string): Specimen | undefined => {
  const all: Specimens = specimens;
  return Object.keys(all).includes(name) && Object.keys(all[name] ?? {}).includes(state)
    ? all[name]?.[state]
    : undefined;
};

/** The answers of a specimen. */
export const answersOf = (specimen: Specimen): Answers => ({ ...everything, ...specimen.answers });
