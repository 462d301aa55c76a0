/** Sign-in by a code and by a password; sign-out. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn, signsOut } from './effects.ts';
import { method } from './method.ts';

export const sendLoginCaptcha: ClientMethod<typeof contract.sendLoginCaptcha> = method(
  contract.sendLoginCaptcha,
);
export const loginByPhone: ClientMethod<typeof contract.loginByPhone> = method(
  contract.loginByPhone,
  signsIn,
);
export const sendSilentLoginCaptcha: ClientMethod<typeof contract.sendSilentLoginCaptcha> = method(
  contract.sendSilentLoginCaptcha,
);
export const loginSilently: ClientMethod<typeof contract.loginSilently> = method(
  contract.loginSilently,
  signsIn,
);
export const loginByAccount: ClientMethod<typeof contract.loginByAccount> = method(
  contract.loginByAccount,
  signsIn,
);
/** Signs in like `loginByAccount`, with a human-verification ticket (`options.captcha`). */
export const loginSecurely: ClientMethod<typeof contract.loginSecurely> = method(
  contract.loginSecurely,
  signsIn,
);
/** Ends the session of the stored refresh token, or of the one given, and clears the tokens. */
export const logout: ClientMethod<typeof contract.logout> = method(contract.logout, signsOut);
