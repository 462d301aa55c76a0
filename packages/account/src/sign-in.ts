/** Sign-in by a code and by a password; sign-out. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn, signsOut } from './effects.ts';
import { method } from './method.ts';

/**
 * Sends a sign-in code to a registered number.
 * @example const { retry_after } = await sendLoginCaptcha(auth, { phone_number });
 * @see `docs/react.md`
 */
export const sendLoginCaptcha: ClientMethod<typeof contract.sendLoginCaptcha> = method(
  contract.sendLoginCaptcha,
);
/**
 * Signs in a registered phone number by a code.
 * @example await loginByPhone(auth, { phone_number, captcha: '123456' });
 * @see `docs/react.md`
 */
export const loginByPhone: ClientMethod<typeof contract.loginByPhone> = method(
  contract.loginByPhone,
  signsIn,
);
/**
 * Sends a sign-in code to any number. The sign-in creates the account of an unregistered number.
 * @example const { retry_after } = await sendSilentLoginCaptcha(auth, { phone_number });
 * @see `docs/react.md`
 */
export const sendSilentLoginCaptcha: ClientMethod<typeof contract.sendSilentLoginCaptcha> = method(
  contract.sendSilentLoginCaptcha,
);
/**
 * Signs in by a code. Creates the account of an unregistered number, without a password.
 * @example const { created } = (await loginSilently(auth, { phone_number, captcha: '123456' })).auth;
 * @see `docs/react.md`
 */
export const loginSilently: ClientMethod<typeof contract.loginSilently> = method(
  contract.loginSilently,
  signsIn,
);
/**
 * Signs in by username, phone number or e-mail, and password.
 * @example await loginByAccount(auth, { identity: 'xiaoming', password });
 * @see `docs/react.md`
 */
export const loginByAccount: ClientMethod<typeof contract.loginByAccount> = method(
  contract.loginByAccount,
  signsIn,
);
/**
 * Signs in like `loginByAccount`, with a human-verification ticket (`options.captcha`).
 * @example await loginSecurely(auth, { identity: 'xiaoming', password }, { captcha });
 * @see `docs/react.md`
 */
export const loginSecurely: ClientMethod<typeof contract.loginSecurely> = method(
  contract.loginSecurely,
  signsIn,
);
/**
 * Ends the session of the stored refresh token, or of the one given, and clears the tokens.
 * @example await logout(auth);
 * @see `docs/react.md`
 */
export const logout: ClientMethod<typeof contract.logout> = method(contract.logout, signsOut);
