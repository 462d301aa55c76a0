import type { Call } from '@rollcall/contract';
import type { Auth } from './client.ts';
import { isError } from './errors.ts';
import type { UsableTokens } from './token-machine.ts';

/**
 * Calls `send` with the access token where the call needs one and `auth_version` is on; again with a new one while the
 * server refuses it (TokenInvalid). Nothing is sent for another account than that for which the page was drawn.
 *
 * @param retries how often it is called again, 2 by default (specification, section 9)
 */
export const withToken = async <T>(
  { params, tokens }: Auth,
  { token }: Pick<Call, 'token'>,
  retries: number | undefined,
  send: (held: UsableTokens | undefined) => Promise<T>,
): Promise<T> => {
  let stale: string | undefined;
  for (let left = retries ?? 2; ; left--) {
    const held = (params.auth_version ?? 1) && token === 'required' ? await tokens.obtain(stale) : undefined;
    if (token === 'required') tokens.ensurePerson(held?.access);
    try {
      return await send(held);
    } catch (error) {
      if (!held || left <= 0 || !isError(error, 'TokenInvalid')) throw error;
      stale = held.access;
    }
  }
};
