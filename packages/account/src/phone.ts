/** Binding and changing the phone number. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const sendBindPhoneCaptcha: ClientMethod<typeof contract.sendBindPhoneCaptcha> = method(
  contract.sendBindPhoneCaptcha,
);
export const bindPhone: ClientMethod<typeof contract.bindPhone> = method(contract.bindPhone);
export const checkPhone: ClientMethod<typeof contract.checkPhone> = method(contract.checkPhone);
export const sendChangePhoneCaptcha: ClientMethod<typeof contract.sendChangePhoneCaptcha> = method(
  contract.sendChangePhoneCaptcha,
);
export const changePhone: ClientMethod<typeof contract.changePhone> = method(contract.changePhone);
export const cancelNewNumber: ClientMethod<typeof contract.cancelNewNumber> = method(
  contract.cancelNewNumber,
);
