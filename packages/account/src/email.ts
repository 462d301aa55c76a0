/** Registration by e-mail. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const sendEmailCaptcha: ClientMethod<typeof contract.sendEmailCaptcha> = /* @__PURE__ */ method(
  contract.sendEmailCaptcha,
);
export const checkEmailCaptcha: ClientMethod<typeof contract.checkEmailCaptcha> = /* @__PURE__ */ method(
  contract.checkEmailCaptcha,
);
export const registerByEmail: ClientMethod<typeof contract.registerByEmail> = /* @__PURE__ */ method(
  contract.registerByEmail,
  signsIn,
);
