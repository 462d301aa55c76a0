/** The profile's picture. */
import * as v from 'valibot';
import { profile } from '../answers.ts';
import type { Call } from '../call.ts';
import { accounts } from './paths.ts';

export const uploadAvatar = {
  summary:
    'Takes a picture, turns it upright, cuts its middle square, makes it 256 × 256 and keeps nothing of the original.',
  method: 'PUT',
  path: /* @__PURE__ */ accounts('avatar'),
  token: 'required',
  upload: { types: ['image/jpeg', 'image/png', 'image/webp'], limit: 5 * 1024 * 1024 },
  answer: profile,
  refusals: ['TokenInvalid', 'AccountBlocked', 'InvalidPicture'],
} as const satisfies Call;

export const removeAvatar = {
  summary: 'Takes the picture away; where there is none, nothing changes.',
  method: 'DELETE',
  path: /* @__PURE__ */ accounts('avatar'),
  token: 'required',
  answer: /* @__PURE__ */ v.object(profile.entries),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
