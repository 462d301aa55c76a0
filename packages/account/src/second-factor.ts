/**
 * Second factors. A sign-in that is refused with `server_code` RC_283 has a ticket in its raw body, which `finishSignIn`
 * spends. The answers to WebAuthn challenges come from `navigator.credentials`.
 */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

/**
 * A passkey challenge for the second step of a sign-in, for five minutes.
 * @example const { options } = await challengeSecondStep(auth, { ticket });
 * @see `docs/react.md`
 */
export const challengeSecondStep: ClientMethod<typeof contract.challengeSecondStep> = method(
  contract.challengeSecondStep,
);
/**
 * The second step of a sign-in, with the ticket in the `data` of SecondFactorRequired: a code of the app, a passkey,
 * or a recovery code.
 *
 * @example await finishSignIn(auth, { ticket, proof: { method: 'totp', code: '123456' } });
 * @see `docs/react.md`
 */
export const finishSignIn: ClientMethod<typeof contract.finishSignIn> = method(
  contract.finishSignIn,
  signsIn,
);
/**
 * Begins to set up an authenticator app in the second step of a sign-in.
 * @example const { qr } = await startStepTotp(auth, { ticket });
 * @see `docs/react.md`
 */
export const startStepTotp: ClientMethod<typeof contract.startStepTotp> = method(contract.startStepTotp);
/**
 * Stores the app whose code is right, in the second step of a sign-in.
 * @example const { recovery_codes } = await addStepTotp(auth, { step_ticket, ticket, code: '123456' });
 * @see `docs/react.md`
 */
export const addStepTotp: ClientMethod<typeof contract.addStepTotp> = method(contract.addStepTotp);
/**
 * Begins to add a passkey in the second step of a sign-in.
 * @example const { options } = await startStepPasskey(auth, { ticket });
 * @see `docs/react.md`
 */
export const startStepPasskey: ClientMethod<typeof contract.startStepPasskey> = method(
  contract.startStepPasskey,
);
/**
 * Stores a passkey in the second step of a sign-in.
 * @example await addStepPasskey(auth, { step_ticket, ticket, name: 'Phone', response });
 * @see `docs/react.md`
 */
export const addStepPasskey: ClientMethod<typeof contract.addStepPasskey> = method(contract.addStepPasskey);
/**
 * Signs in after a second factor was set up in the second step.
 * @example await finishSetUp(auth, { ticket });
 * @see `docs/react.md`
 */
export const finishSetUp: ClientMethod<typeof contract.finishSetUp> = method(contract.finishSetUp, signsIn);
/**
 * A challenge to sign in by a passkey of this site, for five minutes.
 * @example const { ticket, options } = await challengePasskeySignIn(auth);
 * @see `docs/react.md`
 */
export const challengePasskeySignIn: ClientMethod<typeof contract.challengePasskeySignIn> = method(
  contract.challengePasskeySignIn,
);
/**
 * Signs in by a passkey, which proves both factors.
 * @example await loginByPasskey(auth, { ticket, response: assertion });
 * @see `docs/react.md`
 */
export const loginByPasskey: ClientMethod<typeof contract.loginByPasskey> = method(
  contract.loginByPasskey,
  signsIn,
);
/**
 * Lists the caller's second factors.
 * @example const { enabled, passkeys } = await getSecondFactors(auth);
 * @see `docs/react.md`
 */
export const getSecondFactors: ClientMethod<typeof contract.getSecondFactors> = method(
  contract.getSecondFactors,
);
/**
 * Turns two-step verification on or off: whether sign-ins ask for a second factor. Turned on, other sessions end, and
 * recovery codes come if there are none.
 *
 * @example const { recovery_codes } = await setTwoStepVerification(auth, { enabled: true });
 * @see `docs/react.md`
 */
export const setTwoStepVerification: ClientMethod<typeof contract.setTwoStepVerification> = method(
  contract.setTwoStepVerification,
);
/**
 * Begins to set up an authenticator app: a secret with its QR code.
 * @example const { ticket, qr } = await startTotp(auth);
 * @see `docs/react.md`
 */
export const startTotp: ClientMethod<typeof contract.startTotp> = method(contract.startTotp);
/**
 * Stores the app whose code is right, in place of an earlier one.
 * @example const { recovery_codes } = await addTotp(auth, { ticket, code: '123456' });
 * @see `docs/react.md`
 */
export const addTotp: ClientMethod<typeof contract.addTotp> = method(contract.addTotp);
/**
 * Removes the authenticator app.
 * @example await removeTotp(auth);
 * @see `docs/react.md`
 */
export const removeTotp: ClientMethod<typeof contract.removeTotp> = method(contract.removeTotp);
/**
 * Begins to add a passkey.
 * @example const { ticket, options } = await startPasskey(auth);
 * @see `docs/react.md`
 */
export const startPasskey: ClientMethod<typeof contract.startPasskey> = method(contract.startPasskey);
/**
 * Stores a passkey that the browser made.
 * @example await addPasskey(auth, { ticket, name: 'Phone', response });
 * @see `docs/react.md`
 */
export const addPasskey: ClientMethod<typeof contract.addPasskey> = method(contract.addPasskey);
/**
 * Removes a passkey.
 * @example await removePasskey(auth, { id });
 * @see `docs/react.md`
 */
export const removePasskey: ClientMethod<typeof contract.removePasskey> = method(contract.removePasskey);
/**
 * Makes ten new recovery codes; earlier ones are no longer valid.
 * @example const { recovery_codes } = await renewRecoveryCodes(auth);
 * @see `docs/react.md`
 */
export const renewRecoveryCodes: ClientMethod<typeof contract.renewRecoveryCodes> = method(
  contract.renewRecoveryCodes,
);
/**
 * A passkey challenge for `proveBySecondFactor`, for five minutes.
 * @example const { ticket, options } = await challengeProof(auth);
 * @see `docs/react.md`
 */
export const challengeProof: ClientMethod<typeof contract.challengeProof> = method(contract.challengeProof);
/**
 * Proves who the caller is by a code of the app, a passkey, or a recovery code.
 * @example await proveBySecondFactor(auth, { proof: { method: 'totp', code: '123456' } });
 * @see `docs/react.md`
 */
export const proveBySecondFactor: ClientMethod<typeof contract.proveBySecondFactor> = method(
  contract.proveBySecondFactor,
);
