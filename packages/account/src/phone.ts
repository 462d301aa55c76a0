/** Binding and changing the phone number. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const sendBindPhoneCaptcha: ClientMethod<typeof contract.sendBindPhoneCaptcha> =
  /* @__PURE__ */ method(contract.sendBindPhoneCaptcha);
export const bindPhone: ClientMethod<typeof contract.bindPhone> = /* @__PURE__ */ method(contract.bindPhone);
export const checkPhone: ClientMethod<typeof contract.checkPhone> = /* @__PURE__ */ method(
  contract.checkPhone,
);
export const sendChangePhoneCaptcha: ClientMethod<typeof contract.sendChangePhoneCaptcha> =
  /* @__PURE__ */ method(contract.sendChangePhoneCaptcha);
export const changePhone: ClientMethod<typeof contract.changePhone> = /* @__PURE__ */ method(
  contract.changePhone,
);
