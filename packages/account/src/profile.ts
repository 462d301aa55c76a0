/** The profile, the username, and the grade list. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getProfile: ClientMethod<typeof contract.getProfile> = /* @__PURE__ */ method(
  contract.getProfile,
);
export const updateProfile: ClientMethod<typeof contract.updateProfile> = /* @__PURE__ */ method(
  contract.updateProfile,
);
export const setUsername: ClientMethod<typeof contract.setUsername> = /* @__PURE__ */ method(
  contract.setUsername,
);
export const getGradeList: ClientMethod<typeof contract.getGradeList> = /* @__PURE__ */ method(
  contract.getGradeList,
);
