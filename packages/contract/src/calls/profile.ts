/** The profile, the username, and the grade list. */
import * as v from 'valibot';
import { done, profile } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

export const getProfile = {
  summary: "The caller's public profile.",
  method: 'GET',
  path: accounts('profile'),
  token: 'required',
  waiting: true,
  answer: profile,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const updateProfile = {
  summary:
    'Sets the profile fields that are sent, and no others; null or an empty text clears a field other than the nickname.',
  method: 'PATCH',
  path: accounts('info'),
  token: 'required',
  body: v.object({
    nickname: v.optional(f.nickname),
    avatar_url: v.optional(f.clearable(f.avatarUrl)),
    fullname: v.optional(f.clearable(f.fullname)),
    birthday: v.optional(v.nullable(f.birthday)),
    sex: v.optional(v.nullable(f.sex)),
    qq: v.optional(f.clearable(f.qq)),
    description: v.optional(v.nullable(f.description)),
    grade: v.optional(v.nullable(f.grade)),
  }),
  // The specification's check of a profile (section 5) has the other six.
  unchecked: ['avatar_url', 'grade'],
  answer: profile,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'InvalidNickname',
    'InvalidFullname',
    'InvalidQq',
    'InvalidDescription',
    'InvalidSex',
    'InvalidBirthday',
    'FutureDate',
    'NicknameExists',
  ],
} as const satisfies Call;

export const setUsername = {
  summary: 'Sets the username, once.',
  method: 'PATCH',
  path: accounts('username'),
  token: 'required',
  identifier: 'username',
  body: v.object({ username: f.username }),
  answer: done,
  refusals: [
    'TokenInvalid',
    'AccountBlocked',
    'ProofRequired',
    'InvalidUsername',
    'UsernameAlreadySet',
    'UsernameExists',
  ],
} as const satisfies Call;

export const getGradeList = {
  summary: 'The grades of a school, in order.',
  method: 'GET',
  path: accounts('grade-list'),
  token: 'none',
  answer: v.array(v.object({ id: v.number(), name: v.string() })),
  refusals: [],
} as const satisfies Call;
