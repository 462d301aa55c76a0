/**
 * Second factors. A sign-in that is refused with `server_code` RC_283 has a ticket in its raw body, which `finishSignIn`
 * spends. The answers to WebAuthn challenges come from `navigator.credentials`.
 */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const challengeSecondStep: ClientMethod<typeof contract.challengeSecondStep> = method(
  contract.challengeSecondStep,
);
export const finishSignIn: ClientMethod<typeof contract.finishSignIn> = method(
  contract.finishSignIn,
  signsIn,
);
export const startStepTotp: ClientMethod<typeof contract.startStepTotp> = method(contract.startStepTotp);
export const addStepTotp: ClientMethod<typeof contract.addStepTotp> = method(contract.addStepTotp);
export const startStepPasskey: ClientMethod<typeof contract.startStepPasskey> = method(
  contract.startStepPasskey,
);
export const addStepPasskey: ClientMethod<typeof contract.addStepPasskey> = method(contract.addStepPasskey);
export const finishSetUp: ClientMethod<typeof contract.finishSetUp> = method(contract.finishSetUp, signsIn);
export const challengePasskeySignIn: ClientMethod<typeof contract.challengePasskeySignIn> = method(
  contract.challengePasskeySignIn,
);
export const loginByPasskey: ClientMethod<typeof contract.loginByPasskey> = method(
  contract.loginByPasskey,
  signsIn,
);
export const getSecondFactors: ClientMethod<typeof contract.getSecondFactors> = method(
  contract.getSecondFactors,
);
export const setTwoStepVerification: ClientMethod<typeof contract.setTwoStepVerification> = method(
  contract.setTwoStepVerification,
);
export const startTotp: ClientMethod<typeof contract.startTotp> = method(contract.startTotp);
export const addTotp: ClientMethod<typeof contract.addTotp> = method(contract.addTotp);
export const removeTotp: ClientMethod<typeof contract.removeTotp> = method(contract.removeTotp);
export const startPasskey: ClientMethod<typeof contract.startPasskey> = method(contract.startPasskey);
export const addPasskey: ClientMethod<typeof contract.addPasskey> = method(contract.addPasskey);
export const removePasskey: ClientMethod<typeof contract.removePasskey> = method(contract.removePasskey);
export const renewRecoveryCodes: ClientMethod<typeof contract.renewRecoveryCodes> = method(
  contract.renewRecoveryCodes,
);
export const challengeProof: ClientMethod<typeof contract.challengeProof> = method(contract.challengeProof);
export const proveBySecondFactor: ClientMethod<typeof contract.proveBySecondFactor> = method(
  contract.proveBySecondFactor,
);
