/** The profile, what is bound, and the grade list. */
import * as contract from '@rollcall/contract';
import { method } from './method.ts';

export const getProfile = /* @__PURE__ */ method(contract.getProfile);
export const updateProfile = /* @__PURE__ */ method(contract.updateProfile);
export const getPrivacy = /* @__PURE__ */ method(contract.getPrivacy);
export const getOauths = /* @__PURE__ */ method(contract.getOauths);
export const setUsername = /* @__PURE__ */ method(contract.setUsername);
export const getGradeList = /* @__PURE__ */ method(contract.getGradeList);
