/** Agreements and protocols. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getAgreements: ClientMethod<typeof contract.getAgreements> = /* @__PURE__ */ method(
  contract.getAgreements,
);
export const getUnsignedAgreements: ClientMethod<typeof contract.getUnsignedAgreements> =
  /* @__PURE__ */ method(contract.getUnsignedAgreements);
export const signAgreements: ClientMethod<typeof contract.signAgreements> = /* @__PURE__ */ method(
  contract.signAgreements,
);
export const getProtocols: ClientMethod<typeof contract.getProtocols> = /* @__PURE__ */ method(
  contract.getProtocols,
);
