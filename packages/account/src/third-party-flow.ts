/**
 * The way to WeChat or QQ and back. What was begun is kept in a cookie of this browser, named by a random state: an
 * answer that this browser did not ask for is told from its own, and none counts twice.
 */
import type { Provider, ThirdParty } from '@rollcall/contract';
import type { Auth } from './auth.ts';
import { AuthError } from './errors.ts';

/** Seconds in which the person has to come back; a vendor's code lives as long. */
const LIFE = 600;
const PREFIX = 'rollcall_oauth_';
const BYTES = 24;

export type Intent = 'sign-in' | 'bind';

export interface Beginning {
  /** Where the person goes afterwards: a path of this site. Anything else becomes `/`. */
  readonly returnTo: string;
  readonly intent: Intent;
  /** Whether the vendor's page stands in a window of its own. */
  readonly popup?: boolean | undefined;
  /** The page that the vendor sends the person back to. Default: `/oauth/PROVIDER` of this page's origin. */
  readonly redirectUri?: string | undefined;
}

/** What came back, together with what was begun. */
export interface Return {
  readonly provider: Provider;
  readonly appid: string;
  /** The vendor's authorisation code for `loginByWechat`, `bindQq` and so on; undefined: the person declined. */
  readonly code: string | undefined;
  readonly denied: boolean;
  readonly returnTo: string;
  readonly intent: Intent;
  readonly popup: boolean;
  /** QQ wants it once more together with the code (`redirect_uri`). */
  readonly redirectUri: string;
}

type Kept = Omit<Return, 'code' | 'denied'>;

const path = (returnTo: unknown): string =>
  // A backslash is a slash to a browser, and two of them begin a host's name.
  typeof returnTo === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(returnTo) ? returnTo : '/';

const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), byte => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const write = ({ outside }: Pick<Auth, 'outside'>, state: string, value: string, maxAge: number): void => {
  outside.page.cookie = `${PREFIX}${state}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; SameSite=Lax${
    outside.secure() ? '; Secure' : ''
  }`;
};

const read = ({ outside }: Pick<Auth, 'outside'>, state: string): Kept | undefined => {
  const start = `${PREFIX}${state}=`;
  const found = outside.page.cookie.split('; ').find(cookie => cookie.startsWith(start));
  try {
    const kept: Partial<Kept> = JSON.parse(decodeURIComponent(found?.slice(start.length) ?? 'null')) ?? {};
    const { provider, appid, redirectUri, intent } = kept;
    if ((provider !== 'wechat' && provider !== 'qq') || !appid || !redirectUri) return undefined;
    return {
      provider,
      appid,
      redirectUri,
      intent: intent === 'bind' ? 'bind' : 'sign-in',
      popup: kept.popup === true,
      returnTo: path(kept.returnTo),
    };
  } catch {
    return undefined;
  }
};

/**
 * Begins a sign-in (or a binding): keeps a random state in this browser for ten minutes.
 *
 * @param thirdParty a row of `getThirdParties`
 * @returns the vendor's address to go to, in this window or in one of its own. Its query's `appid`, `redirect_uri`
 * and `state` are what WeChat's embedded sign-in takes as well.
 */
export const beginThirdParty = (
  auth: Pick<Auth, 'outside'>,
  { provider, appid, authorize_url }: ThirdParty,
  { returnTo, intent, popup = false, redirectUri = `${location.origin}/oauth/${provider}` }: Beginning,
): URL => {
  const state = random();
  const kept: Kept = { provider, appid, returnTo: path(returnTo), intent, popup, redirectUri };
  write(auth, state, JSON.stringify(kept), LIFE);
  const url = new URL(authorize_url);
  const wechat = provider === 'wechat';
  const query = {
    [wechat ? 'appid' : 'client_id']: appid,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: wechat ? 'snsapi_login' : 'get_user_info',
    state,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (wechat) url.hash = 'wechat_redirect';
  return url;
};

/**
 * Reads the address that the vendor sent the person back to, and uses the state up.
 *
 * @param address the whole address of the page, with its query
 * @returns what was begun; without a code where the person declined
 * @throws AuthError IllegalOperation (28) where this browser did not begin it, or it came back once already or too late
 */
export const finishThirdParty = (auth: Pick<Auth, 'outside'>, address: string | URL): Return => {
  const query = new URL(address, 'http://localhost').searchParams;
  const state = query.get('state') ?? '';
  const kept = /^[\da-f]{48}$/.test(state) ? read(auth, state) : undefined;
  if (!kept) {
    throw new AuthError(
      'IllegalOperation',
      'This sign-in was not begun in this browser, or it is over. Please start it again.',
    );
  }
  write(auth, state, '', -99_999_999);
  const code = query.get('code') || undefined;
  return { ...kept, code, denied: code === undefined };
};
