/** The devices that the account is signed in on. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getDevices: ClientMethod<typeof contract.getDevices> = /* @__PURE__ */ method(
  contract.getDevices,
);
export const endDevice: ClientMethod<typeof contract.endDevice> = /* @__PURE__ */ method(contract.endDevice);
export const endOtherDevices: ClientMethod<typeof contract.endOtherDevices> = /* @__PURE__ */ method(
  contract.endOtherDevices,
);
