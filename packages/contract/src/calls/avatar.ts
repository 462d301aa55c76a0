/** The profile's picture. */
import * as v from 'valibot';
import { profile } from '../answers.ts';
import type { Call } from '../call.ts';
import { accounts } from './paths.ts';

export const uploadAvatar = {
  summary:
    'Replaces the picture: rotated upright, cropped to its middle square, scaled to 256 × 256. The original is not stored.',
  method: 'PUT',
  path: accounts('avatar'),
  token: 'required',
  upload: { types: ['image/jpeg', 'image/png', 'image/webp'], limit: 5 * 1024 * 1024 },
  answer: profile,
  refusals: ['TokenInvalid', 'AccountBlocked', 'InvalidPicture'],
} as const satisfies Call;

export const removeAvatar = {
  summary: 'Removes the picture, if there is one.',
  method: 'DELETE',
  path: accounts('avatar'),
  token: 'required',
  answer: v.object(profile.entries),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
