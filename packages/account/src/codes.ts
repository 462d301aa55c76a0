/** Codes to any phone number: the universal code, and codes by voice call. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { maySignIn } from './effects.ts';
import { method } from './method.ts';

export const sendCommonCaptcha: ClientMethod<typeof contract.sendCommonCaptcha> = /* @__PURE__ */ method(
  contract.sendCommonCaptcha,
);
export const checkCommonCaptcha: ClientMethod<typeof contract.checkCommonCaptcha> = /* @__PURE__ */ method(
  contract.checkCommonCaptcha,
);
export const sendVoiceCaptcha: ClientMethod<typeof contract.sendVoiceCaptcha> = /* @__PURE__ */ method(
  contract.sendVoiceCaptcha,
  maySignIn,
);
