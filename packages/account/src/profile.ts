/** The profile, the username, and the grade list. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

export const getProfile: ClientMethod<typeof contract.getProfile> = method(contract.getProfile);
export const updateProfile: ClientMethod<typeof contract.updateProfile> = method(contract.updateProfile);
export const setUsername: ClientMethod<typeof contract.setUsername> = method(contract.setUsername);
export const getGradeList: ClientMethod<typeof contract.getGradeList> = method(contract.getGradeList);
