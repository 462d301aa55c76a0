/**
 * The redirect to WeChat or QQ and back. A cookie named by a random state keeps what was begun, so that an answer which
 * this browser did not request is refused (CSRF) and each answer counts once.
 */
import type { Provider, ThirdParty } from '@rollcall/contract';
import type { Auth } from './client.ts';
import { AuthError } from './errors.ts';

/** Seconds until the state expires; a vendor's code is valid as long. */
const LIFE = 600;
const BYTES = 24;

export type Intent = 'sign-in' | 'bind';

export interface Beginning {
  /** The path of this site to go to afterwards. Anything else becomes `/`. */
  readonly returnTo: string;
  readonly intent: Intent;
  /** Whether the vendor's page opens in a window of its own. */
  readonly popup?: boolean | undefined;
  /** The account that will be bound, by its id: the return names it, so that another one is not bound in its place. */
  readonly account?: string | undefined;
  /** The page that the vendor redirects to. Absent: `/oauth/PROVIDER` of this page's origin. */
  readonly redirectUri?: string | undefined;
}

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

type Kept = Omit<Return, 'code' | 'denied'>;

/** Where a page is open, as far as the vendors' sign-ins differ by it: WeChat's own browser, a phone, or a desk. */
export type BrowserKind = 'wechat' | 'phone' | 'desk';

const isPhone = (userAgent: string): boolean => /Mobi/i.test(userAgent) && !/iPad|Tablet/i.test(userAgent);

/**
 * Tells where the page is open, by the name that the browser gives.
 *
 * @param userAgent that of this browser unless given; '' on a server, which counts as a desk
 * @example const kind = browserKind(navigator.userAgent);
 * @see `docs/third-party.md`
 */
export const browserKind = (userAgent: string = globalThis.navigator?.userAgent ?? ''): BrowserKind =>
  // WeCom says that it is WeChat, and takes no service account's sign-in.
  /MicroMessenger/i.test(userAgent) && !/wxwork/i.test(userAgent)
    ? 'wechat'
    : isPhone(userAgent)
      ? 'phone'
      : 'desk';

/**
 * The third parties that can sign people in where this page is open, one for each provider. WeChat takes its service
 * account within its own browser, and its website app at a desk, where a phone scans the QR code; on a phone outside of
 * WeChat it has no way.
 *
 * @param all the rows of `getThirdParties`
 * @example const parties = thirdPartiesHere(await getThirdParties(auth));
 * @see `docs/third-party.md`
 */
export const thirdPartiesHere = (
  all: readonly ThirdParty[],
  where: BrowserKind = browserKind(),
): ThirdParty[] => {
  const usable = all.filter(
    ({ provider, kind }) =>
      provider !== 'wechat' ||
      (where === 'wechat' ? kind === 'service' : where === 'desk' && kind === undefined),
  );
  return usable.filter((one, at) => usable.findIndex(({ provider }) => provider === one.provider) === at);
};

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

const read = (auth: Pick<Auth, 'browser'>, state: string): Kept | undefined => {
  const start = nameOf(auth, state);
  const found = auth.browser.page.cookie.split('; ').find(cookie => cookie.startsWith(start));
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
      account: typeof kept.account === 'string' ? kept.account : undefined,
      returnTo: path(kept.returnTo),
    };
  } catch {
    return undefined;
  }
};

/**
 * Begins a sign-in or a binding: stores a random state in this browser for ten minutes.
 *
 * @param thirdParty a row of `thirdPartiesHere`
 * @returns the vendor's URL to open, in this window or in a new one. WeChat's embedded sign-in takes the same `appid`,
 *   `redirect_uri` and `state` as its query has.
 * @example location.assign(beginThirdParty(auth, to, { intent: 'sign-in', returnTo: '/' }));
 * @see `docs/third-party.md`
 */
export const beginThirdParty = (
  auth: Pick<Auth, 'browser'>,
  { provider, appid, kind, authorize_url }: ThirdParty,
  {
    returnTo,
    intent,
    account,
    popup = false,
    redirectUri = `${location.origin}/oauth/${provider}`,
  }: Beginning,
): URL => {
  const state = random();
  const kept: Kept = { provider, appid, returnTo: path(returnTo), intent, account, popup, redirectUri };
  write(auth, state, JSON.stringify(kept), LIFE);
  const url = new URL(authorize_url);
  const wechat = provider === 'wechat';
  const query = {
    [wechat ? 'appid' : 'client_id']: appid,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: wechat ? (kind === 'service' ? 'snsapi_userinfo' : 'snsapi_login') : 'get_user_info',
    state,
    ...(!wechat && isPhone(globalThis.navigator?.userAgent ?? '') ? { display: 'mobile' } : {}),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (wechat) url.hash = 'wechat_redirect';
  return url;
};

const stateIn = (url: string | URL): string | undefined => {
  const state = new URL(url, 'http://localhost').searchParams.get('state') ?? '';
  return /^[\da-f]{48}$/.test(state) ? state : undefined;
};

const forget = (auth: Pick<Auth, 'browser'>, state: string): void => write(auth, state, '', -99_999_999);

/**
 * Deletes the state of a beginning that was given up, such as that of a QR code that is no longer shown. An answer to it
 * is refused from then on.
 *
 * @param url what `beginThirdParty` returned
 * @example cancelThirdParty(auth, url);
 * @see `docs/third-party.md`
 */
export const cancelThirdParty = (auth: Pick<Auth, 'browser'>, url: string | URL): void => {
  const state = stateIn(url);
  if (state) forget(auth, state);
};

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
    if (state && read(auth, state)?.account !== undefined) forget(auth, state);
  }
};

/**
 * Reads the URL that the vendor redirected to, and deletes the state.
 *
 * @param url the whole URL of the page, with its query
 * @returns the vendor's answer; without a code if the person declined
 * @throws AuthError IllegalOperation (28) if the state is unknown to this browser, used already or expired
 * @example const { code, denied } = finishThirdParty(auth, location.href);
 * @see `docs/third-party.md`
 */
export const finishThirdParty = (auth: Pick<Auth, 'browser'>, url: string | URL): Return => {
  const query = new URL(url, 'http://localhost').searchParams;
  const state = stateIn(url);
  const kept = state && read(auth, state);
  if (!state || !kept) {
    throw new AuthError(
      'IllegalOperation',
      'This sign-in was not begun in this browser, or it is over. Please start it again.',
    );
  }
  forget(auth, state);
  const code = query.get('code') || undefined;
  return { ...kept, code, denied: code === undefined };
};
