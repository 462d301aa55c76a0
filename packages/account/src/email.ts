/** Registration, sign-in and password reset by e-mail, and the address of an account. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

/**
 * Sends a code to an e-mail address that has no account yet.
 * @example const { retry_after } = await sendEmailCaptcha(auth, { email });
 * @see `docs/react.md`
 */
export const sendEmailCaptcha: ClientMethod<typeof contract.sendEmailCaptcha> = method(
  contract.sendEmailCaptcha,
);
/**
 * Exchanges the code for a ticket that proves the e-mail address (10 minutes, once).
 * @example const { captchaTicket } = await checkEmailCaptcha(auth, { email, captcha: '123456' });
 * @see `docs/react.md`
 */
export const checkEmailCaptcha: ClientMethod<typeof contract.checkEmailCaptcha> = method(
  contract.checkEmailCaptcha,
);
/**
 * Creates the account of the e-mail address that the ticket proves, and signs it in.
 * @example await registerByEmail(auth, { captchaTicket, password, rePassword: password });
 * @see `docs/react.md`
 */
export const registerByEmail: ClientMethod<typeof contract.registerByEmail> = method(
  contract.registerByEmail,
  signsIn,
);
/**
 * Sends a sign-in code to an e-mail address. One without an account gets a message that says so.
 * @example const { retry_after } = await sendEmailLoginCaptcha(auth, { email });
 * @see `docs/react.md`
 */
export const sendEmailLoginCaptcha: ClientMethod<typeof contract.sendEmailLoginCaptcha> = method(
  contract.sendEmailLoginCaptcha,
);
/**
 * Signs in an e-mail address by a code.
 * @example await loginByEmail(auth, { email, captcha: '123456' });
 * @see `docs/react.md`
 */
export const loginByEmail: ClientMethod<typeof contract.loginByEmail> = method(
  contract.loginByEmail,
  signsIn,
);
/**
 * Sends a code to an e-mail address, to reset a forgotten password. One without an account gets a message that says
 * so.
 *
 * @example const { retry_after } = await sendEmailResetCaptcha(auth, { email });
 * @see `docs/react.md`
 */
export const sendEmailResetCaptcha: ClientMethod<typeof contract.sendEmailResetCaptcha> = method(
  contract.sendEmailResetCaptcha,
);
/**
 * Exchanges the code for a ticket that `resetPassword` takes (10 minutes, once).
 * @example const { ticket } = await checkEmailResetCaptcha(auth, { email, captcha: '123456' });
 * @see `docs/react.md`
 */
export const checkEmailResetCaptcha: ClientMethod<typeof contract.checkEmailResetCaptcha> = method(
  contract.checkEmailResetCaptcha,
);
/**
 * Sends a code to the e-mail address that the account will have, and a link that may be opened on any device.
 * @example const { link_digits } = await sendEmailBindCaptcha(auth, { email });
 * @see `docs/react.md`
 */
export const sendEmailBindCaptcha: ClientMethod<typeof contract.sendEmailBindCaptcha> = method(
  contract.sendEmailBindCaptcha,
);
/**
 * Tells how far the link of `sendEmailBindCaptcha` is that this session asked for last.
 * @example const { state } = await getEmailLink(auth);
 * @see `docs/react.md`
 */
export const getEmailLink: ClientMethod<typeof contract.getEmailLink> = method(contract.getEmailLink);
/**
 * Binds the e-mail address; without `captcha`, the address that the link of the message has confirmed.
 * @example await bindEmail(auth, { email, captcha: '123456' });
 * @see `docs/react.md`
 */
export const bindEmail: ClientMethod<typeof contract.bindEmail> = method(contract.bindEmail);
