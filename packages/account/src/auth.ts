import { convertTokens, refreshTokens } from '@rollcall/contract';
import { type BrowserEnvironment, browserEnvironment } from './browser-environment.ts';
import type { Auth } from './client.ts';
import { cookieStorage } from './cookie-storage.ts';
import { AuthError } from './errors.ts';
import { checkParams, type InitParams } from './params.ts';
import { request } from './request.ts';
import { tokenMachine } from './token-machine.ts';

let instance: Auth | undefined;

/**
 * Makes the client and stores it for `getAuth`. A second `init` replaces the first.
 *
 * @param environment replaces parts of the browser's environment, for tests and servers
 * @returns the client, which every call takes as its first argument
 * @throws AuthError InitFailed (42) if pid, appid, product_code or platform is missing or of a wrong type
 * @example const auth = init({ pid: 'my-school', appid: 'web', product_code: 'my-school', platform: 'web' });
 * @see `docs/react.md`
 */
export const init = (params: InitParams, environment?: Partial<BrowserEnvironment>): Auth => {
  checkParams(params);
  const browser: BrowserEnvironment = {
    ...browserEnvironment(),
    ...(environment?.page && { storage: undefined }),
    ...environment,
  };
  const tokens = tokenMachine(
    browser.storage ?? cookieStorage(browser, params),
    browser,
    `rollcall.${params.env ?? 'prod'}`,
    refresh_token => request(auth, refresh_token ? refreshTokens : convertTokens, { refresh_token }),
  );
  const auth: Auth = { params, browser, tokens, onChange: tokens.onChange, signedIn: tokens.signedIn };
  instance = auth;
  return auth;
};

/**
 * The client of the last `init`.
 *
 * @throws AuthError NotInitialised (41) before the first `init` (specification, section 4)
 * @example const auth = getAuth();
 * @see `docs/react.md`
 */
export const getAuth = (): Auth => {
  if (!instance) {
    throw new AuthError('NotInitialised', 'Please run init correctly before getting the auth instance.');
  }
  return instance;
};
