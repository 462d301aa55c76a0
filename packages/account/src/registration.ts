/** Registration by phone. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const sendRegisterCaptcha: ClientMethod<typeof contract.sendRegisterCaptcha> = /* @__PURE__ */ method(
  contract.sendRegisterCaptcha,
);
export const registerByPhone: ClientMethod<typeof contract.registerByPhone> = /* @__PURE__ */ method(
  contract.registerByPhone,
  signsIn,
);
