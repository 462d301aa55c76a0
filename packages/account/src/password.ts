/** Setting, changing and resetting a password. A change ends every session, this one too (section 4). */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsOut } from './effects.ts';
import { method } from './method.ts';

export const sendUpdatePasswordCaptcha: ClientMethod<typeof contract.sendUpdatePasswordCaptcha> = method(
  contract.sendUpdatePasswordCaptcha,
);
export const changePassword: ClientMethod<typeof contract.changePassword> = method(
  contract.changePassword,
  signsOut,
);
export const changePasswordByPhone: ClientMethod<typeof contract.changePasswordByPhone> = method(
  contract.changePasswordByPhone,
  signsOut,
);
export const initPassword: ClientMethod<typeof contract.initPassword> = method(contract.initPassword);
export const sendResetPasswordCaptcha: ClientMethod<typeof contract.sendResetPasswordCaptcha> = method(
  contract.sendResetPasswordCaptcha,
);
export const checkResetPasswordCaptcha: ClientMethod<typeof contract.checkResetPasswordCaptcha> = method(
  contract.checkResetPasswordCaptcha,
);
export const resetPassword: ClientMethod<typeof contract.resetPassword> = method(contract.resetPassword);
