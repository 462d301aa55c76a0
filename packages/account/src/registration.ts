/** Registration by phone. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

/**
 * Sends a code to a number that has no account yet.
 * @example const { retry_after } = await sendRegisterCaptcha(auth, { phone_number });
 * @see `docs/react.md`
 */
export const sendRegisterCaptcha: ClientMethod<typeof contract.sendRegisterCaptcha> = method(
  contract.sendRegisterCaptcha,
);
/**
 * Creates the account of a phone number, signs the given agreements and signs the account in.
 * @example await registerByPhone(auth, { phone_number, captcha: '123456', password, agreement_ids: [1] });
 * @see `docs/react.md`
 */
export const registerByPhone: ClientMethod<typeof contract.registerByPhone> = method(
  contract.registerByPhone,
  signsIn,
);
/**
 * Creates the account of the number that `loginSilently` with `enrol: 'ask'` proved. That call is rejected with
 * `server_code` RC_285, and has the ticket in its raw body (`data.ticket`).
 *
 * @example await enrolByPhone(auth, { ticket, agreement_ids: [1] });
 * @see `docs/react.md`
 */
export const enrolByPhone: ClientMethod<typeof contract.enrolByPhone> = method(
  contract.enrolByPhone,
  signsIn,
);
