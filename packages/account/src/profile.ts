/** The profile, what is bound, and the grade list. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getProfile: ClientMethod<typeof contract.getProfile> = /* @__PURE__ */ method(
  contract.getProfile,
);
export const updateProfile: ClientMethod<typeof contract.updateProfile> = /* @__PURE__ */ method(
  contract.updateProfile,
);
export const getPrivacy: ClientMethod<typeof contract.getPrivacy> = /* @__PURE__ */ method(
  contract.getPrivacy,
);
export const getOauths: ClientMethod<typeof contract.getOauths> = /* @__PURE__ */ method(contract.getOauths);
export const setUsername: ClientMethod<typeof contract.setUsername> = /* @__PURE__ */ method(
  contract.setUsername,
);
export const getGradeList: ClientMethod<typeof contract.getGradeList> = /* @__PURE__ */ method(
  contract.getGradeList,
);
