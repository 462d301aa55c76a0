/**
 * The token state machine (specification, section 4): access token → refresh → convert → NoToken.
 *
 * Tabs share the storage, so it is read again at every step. Two locks order their work:
 * - `refresh` is held during the request, so that a refresh token is exchanged once;
 * - `write` is held only to compare and write, so that an answer never overwrites tokens that it was not made from, and
 *   a sign-out never waits for a slow refresh.
 */
import { tokenSet } from '@rollcall/contract';
import { AuthError, isError } from './errors.ts';
import { subjectOf } from './claims.ts';
import type { BrowserEnvironment, SignOut } from './browser-environment.ts';
import type { HeldTokens, TokenStorage } from './token-storage.ts';

/** An access token and its type. */
export type UsableTokens = HeldTokens & { readonly access: string; readonly type: string };

/** @param anotherPerson the stored tokens are another account's than that for which this page was drawn */
export type ChangeListener = (signedIn: boolean, anotherPerson?: true) => void;

export interface TokenMachine {
  read(): HeldTokens;
  signedIn(): boolean;
  onChange(listener: ChangeListener): () => void;
  /** The account for which this page was drawn: the first whose token it used, else that of its last sign-in. Undefined: nobody's. */
  person: string | undefined;
  /** Whether the stored access token is another account's than `person`. */
  isAnother(): boolean;
  /**
   * Sets `person` if there is none yet.
   *
   * @param access the token that is about to be sent; the stored one is compared too
   * @throws AuthError NoToken (12) with the reason `another-person`
   */
  ensurePerson(access?: string): void;
  /**
   * Resolves with an access token: the stored one, else by refresh, else by conversion of an older site's cookie.
   *
   * @param stale an access token that the server refused; it is not returned again
   * @throws AuthError NoToken (12), RefreshTokenInvalid (39), or why the refresh failed
   */
  obtain(stale?: string): Promise<UsableTokens>;
  /** Numbers the sign-ins and sign-outs of this tab: the last that began, and the last that was applied. */
  readonly acts: { begun: number; applied: number };
  /**
   * What refused the refresh token, and so cleared the tokens, in this tab; `expired` where the tokens were gone by themselves,
   * `signed-out` where the person signed out, here or in another tab. Undefined after any other sign-in or sign-out.
   */
  refused?: unknown;
  /**
   * Whether the server refused the older site's session, or found none. It is then not asked again, until a sign-in, or
   * until the page is looked at again: the person may have been at the older site meanwhile.
   */
  unconverted: boolean;
  /** Runs `work` under the lock, which all tabs of this storage share. */
  withLock<T>(lock: 'refresh' | 'write', work: () => T | Promise<T>): Promise<T>;
  /**
   * Exchanges a refresh token, or without one the older site's cookie, and resolves with the answer's `data`. The tokens
   * are not stored if the storage has changed meanwhile. Call it under the refresh lock.
   */
  exchange(from: string | undefined): Promise<unknown>;
  /**
   * Stores a token set and informs the listeners. A value of another form is only warned of (specification, section 8).
   * Call it under the write lock. Throws what the storage throws, which is then empty.
   */
  store(tokens: unknown): void;
  /** Clears the storage and informs the listeners. Call it under the write lock. */
  clear(why?: SignOut): void;
  /** Makes the error NoToken (12). */
  noToken(reason?: AuthError['reason']): AuthError;
}

const usable = (held: HeldTokens, stale?: string): held is UsableTokens =>
  !!(held.access && held.type && held.access !== stale);

/**
 * @param name the name of the locks and of the channel, the same in all tabs that share the storage
 * @param requestTokens sends the exchange of a refresh token, or without one the conversion; resolves with `data`
 */
export const tokenMachine = (
  storage: TokenStorage,
  { locks, joinTabs }: Pick<BrowserEnvironment, 'locks' | 'joinTabs'>,
  name: string,
  requestTokens: (refreshToken: string | undefined) => Promise<unknown>,
): TokenMachine => {
  const listeners = new Set<ChangeListener>();
  /** Counts the sign-ins and sign-outs that this tab knows of, of every tab. */
  let epoch = 0;
  /** Whether tokens were stored and not cleared since: if they are gone, they have expired. */
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
  /** The other account of which the listeners were told last. */
  let told: string | undefined;
  const isAnother = (access = read().access): boolean => {
    const subject = subjectOf(access);
    return !!(subject && machine.person && subject !== machine.person);
  };
  const tell = (): void => {
    const state = last;
    const other = isAnother();
    told = other ? subjectOf(read().access) : undefined;
    for (const listener of listeners) {
      // Queued, so that a listener that throws can't make a sign-in fail.
      queueMicrotask(() => listeners.has(listener) && (other ? listener(state, other) : listener(state)));
    }
  };
  const tellOfAnother = (): void => {
    if (isAnother() && subjectOf(read().access) !== told) tell();
  };
  const changed = (announced?: boolean, why?: SignOut): void => {
    epoch++;
    machine.unconverted = false;
    last = signedIn();
    machine.refused = last ? undefined : why;
    tell();
    if (!announced) announce(why);
  };
  const announce = joinTabs(name, (announced, why) => {
    machine.unconverted = false;
    if (!announced && signedIn() === last) return tellOfAnother();
    changed(true, why);
    // A sign-out in another tab: no token has expired.
    if (announced) seen = last;
  });

  const noToken = (reason?: AuthError['reason']) =>
    new AuthError(
      'NoToken',
      `NO Token${seen && !reason ? '(cookie might have been expired)' : ''}. Please login.`,
      {
        reason,
      },
    );

  const store = (data: unknown, silently?: boolean): void => {
    const { issues, value } = tokenSet['~standard'].validate(data) as {
      issues?: unknown;
      value: Parameters<TokenStorage['write']>[0];
    };
    if (issues) return console.warn('Unexpected token response.');
    try {
      storage.write(value);
    } catch (error) {
      // The storage has cleared what it could not store whole.
      seen = false;
      changed();
      throw error;
    }
    if (!silently) changed();
  };
  const clear = (why?: SignOut): void => {
    storage.clear();
    seen = false;
    changed(false, why);
  };
  const withLock: TokenMachine['withLock'] = (lock, work) =>
    locks.request(`${name}.${lock}`, async () => work());

  const exchange = async (from: string | undefined): Promise<unknown> => {
    const began = epoch;
    const ifUnchanged = (write: () => void) =>
      withLock('write', () => {
        if (read().refresh === from && (from || epoch === began)) write();
      });
    const data = await requestTokens(from).catch(async (error: unknown) => {
      // Made before the tokens are cleared, since its message depends on `seen`.
      const failure = from ? error : noToken();
      if (!from || isError(error, 'RefreshTokenInvalid')) {
        await ifUnchanged(() => {
          const why = from ? error : seen && 'expired';
          clear();
          machine.refused = why;
          // A server that is busy or out of order has not judged the session.
          machine.unconverted = isError(error, 'CookieInvalid') || isError(error, 'AccountBlocked');
        });
      }
      throw failure;
    });
    // A conversion is a sign-in; a refresh is not announced.
    await ifUnchanged(() => store(data, !!from));
    return data;
  };

  const attempt = async (stale: string | undefined): Promise<UsableTokens> => {
    const before = read();
    // Another tab, or a sign-in, has stored new tokens meanwhile.
    if (usable(before, stale)) return before;
    if (!before.refresh && machine.unconverted) throw noToken();
    let failure: unknown;
    await exchange(before.refresh).catch((error: unknown) => {
      failure = error;
    });
    // The browser did not store them: what is held instead is no token of ours.
    if ((failure as AuthError | undefined)?.reason) throw failure;
    const after = read();
    if (usable(after, failure ? stale : undefined)) return after;
    throw failure ?? noToken();
  };

  const machine: TokenMachine = {
    read,
    signedIn,
    person: subjectOf(read().access),
    isAnother: () => isAnother(),
    ensurePerson(access) {
      machine.person ??= subjectOf(access);
      if (!isAnother(access) && !isAnother()) return;
      tellOfAnother();
      throw noToken('another-person');
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async obtain(stale) {
      const held = read();
      if (usable(held, stale)) return held;
      renewal ??= withLock('refresh', () => attempt(stale)).finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
    acts: { begun: 0, applied: 0 },
    unconverted: false,
    withLock,
    exchange,
    store,
    clear,
    noToken,
  };
  return machine;
};
