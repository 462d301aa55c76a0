/** Deletion of the account, and its cancellation within 15 days. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const requestDeletion: ClientMethod<typeof contract.requestDeletion> = method(
  contract.requestDeletion,
);
export const cancelDeletion: ClientMethod<typeof contract.cancelDeletion> = method(contract.cancelDeletion);
