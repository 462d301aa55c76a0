/**
 * The states of redirects to a vendor, each in a cookie of this browser. Apart from the redirect itself, since a sign-out forgets
 * states on pages that lead to no vendor.
 */
import type { Provider } from '@rollcall/contract';
import type { Auth } from './client.ts';

/** Seconds until a state expires; a vendor's code is valid as long. */
const LIFE = 600;
const BYTES = 24;

export type Intent = 'sign-in' | 'bind';

/** The vendor's answer and the parameters that the sign-in was begun with. */
export interface Return {
  readonly provider: Provider;
  readonly appid: string;
  /** The vendor's authorisation code for `loginByWechat`, `bindQq` and so on; undefined if the person declined. */
  readonly code: string | undefined;
  readonly denied: boolean;
  readonly returnTo: string;
  readonly intent: Intent;
  readonly popup: boolean;
  /** The account that was to be bound; undefined if the beginning named none. */
  readonly account: string | undefined;
  /** QQ requires it again together with the code (`redirect_uri`). */
  readonly redirectUri: string;
}

export type RedirectState = Omit<Return, 'code' | 'denied'>;

const path = (returnTo: unknown): string =>
  // Browsers read a backslash as a slash, and `//` begins a host name.
  typeof returnTo === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(returnTo) ? returnTo : '/';

const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Over https the name has `__Host-`: browsers then take the cookie from this host alone, not from a sibling. */
const nameOf = ({ browser }: Pick<Auth, 'browser'>, state: string): string =>
  `${browser.secure() ? '__Host-' : ''}rollcall_oauth_${state}=`;

const write = (auth: Pick<Auth, 'browser'>, state: string, value: string, maxAge: number): void => {
  auth.browser.page.cookie = `${nameOf(auth, state)}${encodeURIComponent(value)}; path=/; max-age=${maxAge}; SameSite=Lax${
    auth.browser.secure() ? '; Secure' : ''
  }`;
};

/** Keeps what was begun for ten minutes. @returns its random state */
export const keepState = (auth: Pick<Auth, 'browser'>, begun: RedirectState): string => {
  const state = random();
  write(auth, state, JSON.stringify({ ...begun, returnTo: path(begun.returnTo) }), LIFE);
  return state;
};

/** The state of a beginning in this browser; undefined if it is unknown, used already or expired. */
export const readState = (auth: Pick<Auth, 'browser'>, state: string): RedirectState | undefined => {
  const start = nameOf(auth, state);
  const found = auth.browser.page.cookie.split('; ').find(cookie => cookie.startsWith(start));
  try {
    const kept: Partial<RedirectState> =
      JSON.parse(decodeURIComponent(found?.slice(start.length) ?? 'null')) ?? {};
    const { provider, appid, redirectUri, intent } = kept;
    if ((provider !== 'wechat' && provider !== 'qq') || !appid || !redirectUri) return undefined;
    return {
      provider,
      appid,
      redirectUri,
      intent: intent === 'bind' ? 'bind' : 'sign-in',
      popup: kept.popup === true,
      account: typeof kept.account === 'string' ? kept.account : undefined,
      returnTo: path(kept.returnTo),
    };
  } catch {
    return undefined;
  }
};

/** The state in a URL's query; undefined if it has none. */
export const stateIn = (url: string | URL): string | undefined => {
  const state = new URL(url, 'http://localhost').searchParams.get('state') ?? '';
  return /^[\da-f]{48}$/.test(state) ? state : undefined;
};

/** Deletes a state: an answer to it is refused from then on. */
export const forgetState = (auth: Pick<Auth, 'browser'>, state: string): void =>
  write(auth, state, '', -99_999_999);

/**
 * Deletes the states of bindings that were begun: they name the account of a person who has signed out.
 * @example cancelBindings(auth);
 * @see `docs/third-party.md`
 */
export const cancelBindings = (auth: Pick<Auth, 'browser'>): void => {
  const start = nameOf(auth, '').slice(0, -1);
  for (const cookie of auth.browser.page.cookie.split('; ')) {
    const state =
      cookie.startsWith(start) && stateIn(`?state=${cookie.slice(start.length).split('=', 1)[0]}`);
    if (state && readState(auth, state)?.account !== undefined) forgetState(auth, state);
  }
};
