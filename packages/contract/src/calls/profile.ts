/** The profile, the username, and the grade list. */
import * as v from 'valibot';
import { done, profile } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

export const getProfile = {
  summary: "The caller's public profile.",
  method: 'GET',
  path: /* @__PURE__ */ accounts('profile'),
  token: 'required',
  answer: profile,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const updateProfile = {
  summary:
    'Sets the profile fields that are sent, and no others; null or an empty text clears a field other than the nickname.',
  method: 'PATCH',
  path: /* @__PURE__ */ accounts('info'),
  token: 'required',
  body: /* @__PURE__ */ v.object({
    nickname: /* @__PURE__ */ v.optional(f.nickname),
    avatar_url: /* @__PURE__ */ v.optional(/* @__PURE__ */ f.clearable(f.avatarUrl)),
    fullname: /* @__PURE__ */ v.optional(/* @__PURE__ */ f.clearable(f.fullname)),
    birthday: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.nullable(f.birthday)),
    sex: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.nullable(f.sex)),
    qq: /* @__PURE__ */ v.optional(/* @__PURE__ */ f.clearable(f.qq)),
    description: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.nullable(f.description)),
    grade: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.nullable(f.grade)),
  }),
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
  path: /* @__PURE__ */ accounts('username'),
  token: 'required',
  identifier: 'username',
  body: /* @__PURE__ */ v.object({ username: f.username }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked', 'InvalidUsername', 'UsernameAlreadySet', 'UsernameExists'],
} as const satisfies Call;

export const getGradeList = {
  summary: 'The grades of a school, in order.',
  method: 'GET',
  path: /* @__PURE__ */ accounts('grade-list'),
  token: 'none',
  answer: /* @__PURE__ */ v.array(
    /* @__PURE__ */ v.object({ id: /* @__PURE__ */ v.number(), name: /* @__PURE__ */ v.string() }),
  ),
  refusals: [],
} as const satisfies Call;
