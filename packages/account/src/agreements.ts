/** Agreements and protocols. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getAgreements: ClientMethod<typeof contract.getAgreements> = method(contract.getAgreements);
export const getAgreementsToSign: ClientMethod<typeof contract.getAgreementsToSign> = method(
  contract.getAgreementsToSign,
);
export const getUnsignedAgreements: ClientMethod<typeof contract.getUnsignedAgreements> = method(
  contract.getUnsignedAgreements,
);
export const signAgreements: ClientMethod<typeof contract.signAgreements> = method(contract.signAgreements);
export const getProtocols: ClientMethod<typeof contract.getProtocols> = method(contract.getProtocols);
