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
/**
 * Creates the account of the number that `loginSilently` with `enrol: 'ask'` proved. That call is rejected with
 * `server_code` RC_285, and has the ticket in its raw body (`data.ticket`).
 */
export const enrolByPhone: ClientMethod<typeof contract.enrolByPhone> = method(
  contract.enrolByPhone,
  signsIn,
);
