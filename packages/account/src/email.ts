/** Registration, sign-in and password reset by e-mail, and the address of an account. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const sendEmailCaptcha: ClientMethod<typeof contract.sendEmailCaptcha> = method(
  contract.sendEmailCaptcha,
);
export const checkEmailCaptcha: ClientMethod<typeof contract.checkEmailCaptcha> = method(
  contract.checkEmailCaptcha,
);
export const registerByEmail: ClientMethod<typeof contract.registerByEmail> = method(
  contract.registerByEmail,
  signsIn,
);
export const sendEmailLoginCaptcha: ClientMethod<typeof contract.sendEmailLoginCaptcha> = method(
  contract.sendEmailLoginCaptcha,
);
export const loginByEmail: ClientMethod<typeof contract.loginByEmail> = method(
  contract.loginByEmail,
  signsIn,
);
export const sendEmailResetCaptcha: ClientMethod<typeof contract.sendEmailResetCaptcha> = method(
  contract.sendEmailResetCaptcha,
);
export const checkEmailResetCaptcha: ClientMethod<typeof contract.checkEmailResetCaptcha> = method(
  contract.checkEmailResetCaptcha,
);
export const sendEmailBindCaptcha: ClientMethod<typeof contract.sendEmailBindCaptcha> = method(
  contract.sendEmailBindCaptcha,
);
export const getEmailLink: ClientMethod<typeof contract.getEmailLink> = method(contract.getEmailLink);
export const bindEmail: ClientMethod<typeof contract.bindEmail> = method(contract.bindEmail);
