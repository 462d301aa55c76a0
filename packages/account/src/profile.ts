/** The profile, the username, and the grade list. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';
import { withoutMiddleDot } from './middle-dot.ts';

/**
 * The caller's public profile.
 * @example const { nickname } = await getProfile(auth);
 * @see `docs/react.md`
 */
export const getProfile: ClientMethod<typeof contract.getProfile> = method(contract.getProfile);
/**
 * Sets the profile fields that are sent, and no others; null or an empty text clears a field other than the nickname.
 * @example const profile = await updateProfile(auth, { nickname: '小明', qq: null });
 * @see `docs/react.md`
 */
export const updateProfile: ClientMethod<typeof contract.updateProfile> = withoutMiddleDot(
  method(contract.updateProfile),
);
/**
 * Sets the username, once.
 * @example await setUsername(auth, { username: 'xiaoming' });
 * @see `docs/react.md`
 */
export const setUsername: ClientMethod<typeof contract.setUsername> = method(contract.setUsername);
/**
 * The grades of a school, in order.
 * @example const grades = await getGradeList(auth);
 * @see `docs/react.md`
 */
export const getGradeList: ClientMethod<typeof contract.getGradeList> = method(contract.getGradeList);
