/** Setting, changing and resetting a password. A change ends every session, this one too (section 4). */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { endsSession } from './effects.ts';
import { method } from './method.ts';

/**
 * Sends a code to the account's own number, to change the password by it.
 * @example const { retry_after } = await sendUpdatePasswordCaptcha(auth, { phone_number });
 * @see `docs/react.md`
 */
export const sendUpdatePasswordCaptcha: ClientMethod<typeof contract.sendUpdatePasswordCaptcha> = method(
  contract.sendUpdatePasswordCaptcha,
);
/**
 * Changes the password by the old one; ends every session.
 * @example await changePassword(auth, { old_password, password, confirm_password: password });
 * @see `docs/react.md`
 */
export const changePassword: ClientMethod<typeof contract.changePassword> = method(
  contract.changePassword,
  endsSession,
);
/**
 * Changes the password by a code to the account's own number; ends every session.
 * @example await changePasswordByPhone(auth, { phone_number, captcha: '123456', password });
 * @see `docs/react.md`
 */
export const changePasswordByPhone: ClientMethod<typeof contract.changePasswordByPhone> = method(
  contract.changePasswordByPhone,
  endsSession,
);
/**
 * Sets the first password of an account that has none.
 * @example await initPassword(auth, { password, confirm_password: password });
 * @see `docs/react.md`
 */
export const initPassword: ClientMethod<typeof contract.initPassword> = method(contract.initPassword);
/**
 * Sends a code to a registered number, to reset a forgotten password.
 * @example const { retry_after } = await sendResetPasswordCaptcha(auth, { phone_number });
 * @see `docs/react.md`
 */
export const sendResetPasswordCaptcha: ClientMethod<typeof contract.sendResetPasswordCaptcha> = method(
  contract.sendResetPasswordCaptcha,
);
/**
 * Exchanges the code for a ticket that resets the password (10 minutes, once).
 * @example const { ticket } = await checkResetPasswordCaptcha(auth, { phone_number, captcha: '123456' });
 * @see `docs/react.md`
 */
export const checkResetPasswordCaptcha: ClientMethod<typeof contract.checkResetPasswordCaptcha> = method(
  contract.checkResetPasswordCaptcha,
);
/**
 * Sets a new password by the ticket; ends every session.
 * @example await resetPassword(auth, { ticket, password, confirm_password: password });
 * @see `docs/react.md`
 */
export const resetPassword: ClientMethod<typeof contract.resetPassword> = method(contract.resetPassword);
