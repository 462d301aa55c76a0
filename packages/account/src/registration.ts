/** Registration by phone. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn } from './effects.ts';
import { method } from './method.ts';

export const sendRegisterCaptcha: ClientMethod<typeof contract.sendRegisterCaptcha> = method(
  contract.sendRegisterCaptcha,
);
export const registerByPhone: ClientMethod<typeof contract.registerByPhone> = method(
  contract.registerByPhone,
  signsIn,
);
