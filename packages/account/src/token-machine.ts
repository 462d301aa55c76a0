/**
 * The token state machine (specification, section 4): access token → refresh → convert → NoToken.
 *
 * The storage is shared with other tabs, so it is read anew at every step. Two locks keep order among them:
 * - `refresh` is held over the network, so that a refresh token is exchanged once;
 * - `write` is held only while comparing and writing, so that no answer writes over what it did not start from, and
 *   signing out never waits for a slow refresh.
 */
import { tokenSet } from '@rollcall/contract';
import { AuthError, isError } from './errors.ts';
import type { Outside } from './outside.ts';
import type { HeldTokens, TokenStorage } from './token-storage.ts';

/** An access token that can be sent. */
export type UsableTokens = HeldTokens & { readonly access: string; readonly type: string };

export interface TokenMachine {
  read(): HeldTokens;
  signedIn(): boolean;
  onChange(listener: (signedIn: boolean) => void): () => void;
  /**
   * An access token: the one held, else by refresh, else by converting an older site's cookie.
   *
   * @param stale an access token that the server refused; it is not given again
   * @throws AuthError NoToken (12), RefreshTokenInvalid (39), or what kept the refresh from being answered
   */
  present(stale?: string): Promise<UsableTokens>;
  /** Sign-ins and sign-outs begun in this tab, and the last of them that took effect: the later begun wins. */
  readonly acts: { begun: number; applied: number };
  /** Works under the lock, which other tabs respect too. */
  locked<T>(lock: 'refresh' | 'write', work: () => T | Promise<T>): Promise<T>;
  /**
   * Under the refresh lock: exchanges a refresh token, or without one the older site's cookie, and gives the answer's
   * `data`. What comes is dropped if the storage has gone on meanwhile.
   */
  exchange(from: string | undefined): Promise<unknown>;
  /** Under the write lock: keeps a token set, and says so; only warns where it has not the form of one (section 8). */
  keep(tokens: unknown): void;
  /** Under the write lock. */
  clear(): void;
  /** The error of having no token. */
  noToken(): AuthError;
}

const usable = (held: HeldTokens, stale?: string): held is UsableTokens =>
  !!(held.access && held.type && held.access !== stale);

/**
 * @param name what the tabs that share this storage have in common
 * @param ask sends the exchange of a refresh token, or without one the conversion; gives the answer's `data`
 */
export const tokenMachine = (
  storage: TokenStorage,
  { locks, joinTabs }: Pick<Outside, 'locks' | 'joinTabs'>,
  name: string,
  ask: (refreshToken: string | undefined) => Promise<unknown>,
): TokenMachine => {
  const listeners = new Set<(signedIn: boolean) => void>();
  /** Sign-ins and clearings that this tab knows of, whoever did them. */
  let epoch = 0;
  /** Whether tokens were seen here that nobody has cleared since: then they can only have expired. */
  let seen = false;
  let renewal: Promise<UsableTokens> | undefined;

  const { read } = storage;
  const signedIn = (): boolean => {
    const { access, refresh } = read();
    const held = !!(access || refresh);
    seen ||= held;
    return held;
  };
  let last = signedIn();
  const changed = (told?: boolean): void => {
    epoch++;
    const state = signedIn();
    last = state;
    for (const listener of listeners) {
      // Later, so that a listener that throws can't undo a sign-in.
      queueMicrotask(() => listeners.has(listener) && listener(state));
    }
    if (!told) tell();
  };
  const tell = joinTabs(name, told => {
    if (!told && signedIn() === last) return;
    changed(true);
    // Others signed out: nothing has expired.
    if (told) seen = last;
  });

  const noToken = () =>
    new AuthError('NoToken', `NO Token${seen ? '(cookie might have been expired)' : ''}. Please login.`);

  const keep = (data: unknown, silently?: boolean): void => {
    const { issues, value } = tokenSet['~standard'].validate(data) as {
      issues?: unknown;
      value: Parameters<TokenStorage['write']>[0];
    };
    if (issues) return console.warn('Unexpected token response.');
    storage.write(value);
    if (!silently) changed();
  };
  const clear = (): void => {
    storage.clear();
    seen = false;
    changed();
  };
  const locked: TokenMachine['locked'] = (lock, work) => locks.request(`${name}.${lock}`, async () => work());

  const exchange = async (from: string | undefined): Promise<unknown> => {
    const began = epoch;
    const settle = (write: () => void) =>
      locked('write', () => {
        if (read().refresh === from && (from || epoch === began)) write();
      });
    const data = await ask(from).catch(async (error: unknown) => {
      // Made before clearing: it knows whether tokens were seen.
      const failure = from ? error : noToken();
      if (!from || isError(error, 'RefreshTokenInvalid')) await settle(clear);
      throw failure;
    });
    // A conversion signs somebody in; a refresh changes nothing that anybody would see.
    await settle(() => keep(data, !!from));
    return data;
  };

  const attempt = async (stale: string | undefined): Promise<UsableTokens> => {
    const before = read();
    // Another tab, or a sign-in, was faster.
    if (usable(before, stale)) return before;
    let failure: unknown;
    await exchange(before.refresh).catch((error: unknown) => {
      failure = error;
    });
    const after = read();
    if (usable(after, failure ? stale : undefined)) return after;
    throw failure ?? noToken();
  };

  return {
    read,
    signedIn,
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async present(stale) {
      const held = read();
      if (usable(held, stale)) return held;
      renewal ??= locked('refresh', () => attempt(stale)).finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
    acts: { begun: 0, applied: 0 },
    locked,
    exchange,
    keep,
    clear,
    noToken,
  };
};
