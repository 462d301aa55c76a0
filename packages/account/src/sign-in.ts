/** Sign-in by a code and by a password; sign-out. */
import * as contract from '@rollcall/contract';
import { signsIn, signsOut } from './effects.ts';
import { method } from './method.ts';

export const sendLoginCaptcha = /* @__PURE__ */ method(contract.sendLoginCaptcha);
export const loginByPhone = /* @__PURE__ */ method(contract.loginByPhone, signsIn);
export const sendSilentLoginCaptcha = /* @__PURE__ */ method(contract.sendSilentLoginCaptcha);
export const loginSilently = /* @__PURE__ */ method(contract.loginSilently, signsIn);
export const loginByAccount = /* @__PURE__ */ method(contract.loginByAccount, signsIn);
/** Ends the session, by the refresh token held unless another is given, and clears the tokens. */
export const logout = /* @__PURE__ */ method(contract.logout, signsOut);
