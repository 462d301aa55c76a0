/** Setting, changing and resetting a password. A change ends every session, this one too (section 4). */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsOut } from './effects.ts';
import { method } from './method.ts';

export const sendUpdatePasswordCaptcha: ClientMethod<typeof contract.sendUpdatePasswordCaptcha> =
  /* @__PURE__ */ method(contract.sendUpdatePasswordCaptcha);
export const changePassword: ClientMethod<typeof contract.changePassword> = /* @__PURE__ */ method(
  contract.changePassword,
  signsOut,
);
export const changePasswordByPhone: ClientMethod<typeof contract.changePasswordByPhone> =
  /* @__PURE__ */ method(contract.changePasswordByPhone, signsOut);
export const initPassword: ClientMethod<typeof contract.initPassword> = /* @__PURE__ */ method(
  contract.initPassword,
);
export const sendResetPasswordCaptcha: ClientMethod<typeof contract.sendResetPasswordCaptcha> =
  /* @__PURE__ */ method(contract.sendResetPasswordCaptcha);
export const checkResetPasswordCaptcha: ClientMethod<typeof contract.checkResetPasswordCaptcha> =
  /* @__PURE__ */ method(contract.checkResetPasswordCaptcha);
export const resetPassword: ClientMethod<typeof contract.resetPassword> = /* @__PURE__ */ method(
  contract.resetPassword,
);
