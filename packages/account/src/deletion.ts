/** Deletion of the account, and its cancellation within 15 days. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * Schedules the deletion of the account in 15 days and ends its other sessions. Needs the password, if one is set. A
 * second request changes nothing.
 *
 * @example const { deletion_due_at } = await requestDeletion(auth, { password });
 * @see `docs/data.md`
 */
export const requestDeletion: ClientMethod<typeof contract.requestDeletion> = method(
  contract.requestDeletion,
);
/**
 * Cancels the deletion of the account, if one is scheduled and not by the person's guardian.
 * @example await cancelDeletion(auth);
 * @see `docs/data.md`
 */
export const cancelDeletion: ClientMethod<typeof contract.cancelDeletion> = method(contract.cancelDeletion);
