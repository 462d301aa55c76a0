/** Deletion of the account, and its cancellation within 15 days. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const requestDeletion: ClientMethod<typeof contract.requestDeletion> = /* @__PURE__ */ method(
  contract.requestDeletion,
);
export const cancelDeletion: ClientMethod<typeof contract.cancelDeletion> = /* @__PURE__ */ method(
  contract.cancelDeletion,
);
