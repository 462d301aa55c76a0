/**
 * Proving again who signed in. A change of how a person signs in that is refused with `server_code` RC_281 succeeds after
 * one of these.
 */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getProofWays: ClientMethod<typeof contract.getProofWays> = method(contract.getProofWays);
export const proveByPassword: ClientMethod<typeof contract.proveByPassword> = method(
  contract.proveByPassword,
);
export const sendProofCaptcha: ClientMethod<typeof contract.sendProofCaptcha> = method(
  contract.sendProofCaptcha,
);
export const proveByCode: ClientMethod<typeof contract.proveByCode> = method(contract.proveByCode);
export const proveByWechat: ClientMethod<typeof contract.proveByWechat> = method(contract.proveByWechat);
export const proveByQq: ClientMethod<typeof contract.proveByQq> = method(contract.proveByQq);
