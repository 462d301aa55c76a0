/** Tokens: refresh, end, and conversion of an older site's session. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { signsIn, signsOut } from './effects.ts';
import { method } from './method.ts';
import { request } from './request.ts';

/**
 * Exchanges the refresh token held (or the one given) now. The calls do so by themselves where they need it; tokens
 * that were given are kept only if they are the successors of those held.
 */
export const refreshTokens: ClientMethod<typeof contract.refreshTokens> = ({ tokens }, fields) =>
  tokens.locked('refresh', async () => {
    const given = fields?.refresh_token;
    const from = given ?? tokens.read().refresh;
    if (!from) throw tokens.noToken();
    const data = await tokens.exchange(from);
    // Signed out while the answer was on its way: then there are no tokens, whatever it says.
    if (!given && !tokens.signedIn()) throw tokens.noToken();
    return data as contract.TokenSet;
  });
export const deleteTokens: ClientMethod<typeof contract.deleteTokens> = /* @__PURE__ */ method(
  contract.deleteTokens,
  signsOut,
);
/** Signs in by an older site's cookie, or by its token where `bearer` is given. */
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
