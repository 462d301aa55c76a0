/** Registration by phone. */
import * as contract from '@rollcall/contract';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const sendRegisterCaptcha = /* @__PURE__ */ method(contract.sendRegisterCaptcha);
export const registerByPhone = /* @__PURE__ */ method(contract.registerByPhone, signsIn);
