import type { TokenSet } from '@rollcall/contract';

/** The stored tokens that have not expired. */
export interface HeldTokens {
  readonly access?: string | undefined;
  readonly type?: string | undefined;
  readonly refresh?: string | undefined;
}

/**
 * Stores the tokens. Several tabs may share one storage, so its content is read again before each decision. All methods
 * are synchronous, so that a tab compares and writes without another tab in between.
 */
export interface TokenStorage {
  read(): HeldTokens;
  /** Stores the access token and its type for `access.expires_in` seconds, the refresh token for `refresh.expires_in`.
   * Throws, and holds nothing, if they can't be stored. */
  write(tokens: TokenSet): void;
  clear(): void;
}
