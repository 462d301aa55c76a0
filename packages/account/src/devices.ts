/** The devices that the account is signed in on. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * The active sessions of the account, the last used first.
 * @example const [lastUsed] = await getDevices(auth);
 * @see `docs/security.md`
 */
export const getDevices: ClientMethod<typeof contract.getDevices> = method(contract.getDevices);
/**
 * Ends one of the account's sessions. An ended session is no error.
 * @example await endDevice(auth, { id: lastUsed.id });
 * @see `docs/security.md`
 */
export const endDevice: ClientMethod<typeof contract.endDevice> = method(contract.endDevice);
/**
 * Ends all of the account's sessions except the one of this request.
 * @example const { ended } = await endOtherDevices(auth);
 * @see `docs/security.md`
 */
export const endOtherDevices: ClientMethod<typeof contract.endOtherDevices> = method(
  contract.endOtherDevices,
);
