/**
 * The redirect to WeChat or QQ and back. A cookie named by a random state keeps what was begun, so that an answer which
 * this browser did not request is refused (CSRF) and each answer counts once.
 */
import type { ThirdParty } from '@rollcall/contract';
import type { Auth } from './client.ts';
import { AuthError } from './errors.ts';
import { forgetState, type Intent, keepState, readState, type Return, stateIn } from './redirect-state.ts';

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
  const state = keepState(auth, { provider, appid, returnTo, intent, account, popup, redirectUri });
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
  if (state) forgetState(auth, state);
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
  const kept = state && readState(auth, state);
  if (!state || !kept) {
    throw new AuthError(
      'IllegalOperation',
      'This sign-in was not begun in this browser, or it is over. Please start it again.',
    );
  }
  forgetState(auth, state);
  const code = query.get('code') || undefined;
  return { ...kept, code, denied: code === undefined };
};
