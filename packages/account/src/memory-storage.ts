import type { TokenSet } from '@rollcall/contract';
import type { TokenStorage } from './token-storage.ts';

/**
 * Stores tokens in memory: for tests, and for a server that calls on behalf of one visitor.
 *
 * @param now milliseconds since 1970
 * @example const storage = memoryStorage();
 * @see `docs/tokens.md`
 */
export const memoryStorage = (now: () => number = Date.now): TokenStorage => {
  let held: { tokens: TokenSet; at: number } | undefined;
  return {
    read() {
      if (!held) return {};
      const { tokens, at } = held;
      const age = (now() - at) / 1000;
      return {
        ...(age < tokens.access.expires_in && { access: tokens.access.token, type: tokens.access.type }),
        ...(age < tokens.refresh.expires_in && { refresh: tokens.refresh.token }),
      };
    },
    write(tokens) {
      held = { tokens, at: now() };
    },
    clear() {
      held = undefined;
    },
  };
};
