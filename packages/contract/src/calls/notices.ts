/** Security messages that could be sent in no other way: the account page shows them. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { Call } from '../call.ts';
import { accounts } from './paths.ts';

export const getNotices = {
  summary:
    'Security messages of the last 30 days that the account page shows, because they could not be sent or the next sign-in should see them, and that were not dismissed, the newest first; 50 at most.',
  method: 'GET',
  path: accounts('notices'),
  token: 'required',
  query: v.object({
    /** The language of the answer's texts. */
    language: v.picklist(['zh-CN', 'en']),
  }),
  answer: v.array(
    v.object({
      id: v.string(),
      /** What happened, with the device and the IP address of a sign-in: one clause without a full stop. */
      text: v.string(),
      /** When it happened, in milliseconds since 1970. */
      at: v.number(),
      /** Until when `takeBackChange` takes the change back, in milliseconds since 1970; null: it can't. */
      take_back_until: v.nullable(v.number()),
    }),
  ),
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const dismissNotice = {
  summary:
    "Hides one of the account's security messages from this session; the account's other sessions still show it. An id that is unknown, dismissed or another account's changes nothing and is no error.",
  method: 'POST',
  path: accounts('notices/dismiss'),
  token: 'required',
  body: v.object({ id: v.pipe(v.string(), v.uuid()) }),
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const takeBackChange = {
  summary:
    'Takes back the change that a security message tells of, with all that was changed after it, and ends every session of the account. Up to 72 hours after the change, with a fresh proof.',
  method: 'POST',
  path: accounts('notices/take-back'),
  token: 'required',
  body: v.object({ id: v.pipe(v.string(), v.uuid()) }),
  answer: v.object({
    /** False: another account has some of the ways to sign in by now, so they did not come back. */
    complete: v.boolean(),
  }),
  refusals: ['TokenInvalid', 'AccountBlocked', 'ProofRequired', 'NotFound'],
} as const satisfies Call;
