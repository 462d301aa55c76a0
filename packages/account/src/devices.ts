/** The devices that the account is signed in on. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getDevices: ClientMethod<typeof contract.getDevices> = method(contract.getDevices);
export const endDevice: ClientMethod<typeof contract.endDevice> = method(contract.endDevice);
export const endOtherDevices: ClientMethod<typeof contract.endOtherDevices> = method(
  contract.endOtherDevices,
);
