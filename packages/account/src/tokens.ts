/** Tokens: refresh, end, and conversion of an older site's session. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn, signsOut } from './effects.ts';
import { method } from './method.ts';
import { request } from './request.ts';

/**
 * Exchanges the stored refresh token, or the one given. The calls refresh by themselves when they must. The new tokens
 * are stored only if the exchanged one is the stored one.
 *
 * @example const tokens = await refreshTokens(auth);
 * @see `docs/tokens.md`
 */
export const refreshTokens: ClientMethod<typeof contract.refreshTokens> = ({ tokens }, fields) =>
  tokens.withLock('refresh', async () => {
    const given = fields?.refresh_token;
    const from = given ?? tokens.read().refresh;
    if (!from) throw tokens.noToken();
    if (!given) tokens.ensurePerson(tokens.read().access);
    const data = await tokens.exchange(from);
    // Signed out while the answer was pending: it is dropped.
    if (!given && !tokens.signedIn()) throw tokens.noToken();
    if (!given) tokens.ensurePerson(tokens.read().access);
    return data as contract.TokenSet;
  });
/**
 * Ends the session of the access token.
 * @example await deleteTokens(auth);
 * @see `docs/tokens.md`
 */
export const deleteTokens: ClientMethod<typeof contract.deleteTokens> = method(
  contract.deleteTokens,
  signsOut,
);
/**
 * Signs in by an older site's cookie, or by its token if `bearer` is given.
 * @example await convertTokens(auth);
 * @see `docs/moving.md`
 */
export const convertTokens = (async (auth, _fields, { bearer, ...options } = {}) =>
  signsIn(
    request(
      auth,
      contract.convertTokens,
      undefined,
      options,
      bearer ? { type: 'Bearer', access: bearer } : undefined,
    ),
    auth.tokens,
    ++auth.tokens.acts.begun,
    undefined,
  )) as ClientMethod<typeof contract.convertTokens>;
