/** Codes to any phone number: the universal code, and codes by voice call. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { maySignIn } from './effects.ts';
import { method } from './method.ts';

export const sendCommonCaptcha: ClientMethod<typeof contract.sendCommonCaptcha> = method(
  contract.sendCommonCaptcha,
);
export const checkCommonCaptcha: ClientMethod<typeof contract.checkCommonCaptcha> = method(
  contract.checkCommonCaptcha,
);
export const sendVoiceCaptcha: ClientMethod<typeof contract.sendVoiceCaptcha> = method(
  contract.sendVoiceCaptcha,
  maySignIn,
);
