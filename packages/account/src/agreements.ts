/** Agreements and protocols. */
import * as contract from '@rollcall/contract';
import { method } from './method.ts';

export const getAgreements = /* @__PURE__ */ method(contract.getAgreements);
export const getUnsignedAgreements = /* @__PURE__ */ method(contract.getUnsignedAgreements);
export const signAgreements = /* @__PURE__ */ method(contract.signAgreements);
export const getProtocols = /* @__PURE__ */ method(contract.getProtocols);
