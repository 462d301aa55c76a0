import type { TokenSet } from '@rollcall/contract';

/** What is held now; what has expired is not there. */
export interface HeldTokens {
  readonly access?: string | undefined;
  readonly type?: string | undefined;
  readonly refresh?: string | undefined;
}

/**
 * Where the tokens are kept. Several tabs may share one storage, so nobody remembers what it said: the storage is
 * the truth at every moment. All three are synchronous, so that one tab can compare and write in one go.
 */
export interface TokenStorage {
  read(): HeldTokens;
  /** Keeps the access token and its type for `access.expires_in` seconds, the refresh token for its own. */
  write(tokens: TokenSet): void;
  clear(): void;
}
