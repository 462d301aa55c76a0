/** Tokens: refresh, end of the session, conversion of an older site's session. */
import * as v from 'valibot';
import { done, tokenSet } from '../answers.ts';
import type { Call } from '../call.ts';
import * as f from '../fields.ts';
import { accounts } from './paths.ts';

/** For 30 seconds the previous token gets the same successor, so that two tabs may refresh concurrently. */
export const refreshTokens = {
  summary: 'Exchanges a refresh token for new tokens.',
  method: 'PUT',
  path: accounts('tokens/refresh'),
  token: 'none',
  body: v.object({ refresh_token: f.opaque('refresh_token') }),
  answer: tokenSet,
  refusals: ['RefreshTokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const deleteTokens = {
  summary: 'Ends the session of the access token.',
  method: 'DELETE',
  path: accounts('tokens'),
  token: 'required',
  waiting: true,
  answer: done,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const convertTokens = {
  summary: "Exchanges an older site's session cookie or bearer token for new tokens.",
  method: 'POST',
  path: accounts('tokens/convert'),
  token: 'none',
  answer: tokenSet,
  refusals: ['CookieInvalid', 'AccountBlocked'],
} as const satisfies Call;
