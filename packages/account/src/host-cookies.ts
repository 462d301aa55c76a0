import { browserEnvironment } from './browser-environment.ts';
import { cookieStorage } from './cookie-storage.ts';
import type { InitParams } from './params.ts';

/** Seconds for which a moved refresh token is stored: its longest life. */
const MONTH = 2_592_000;

/**
 * Removes the token cookies that an earlier version of the site set for this host alone, before it had a `domain`: the
 * browser would send them beside the domain's, and they would outlive a sign-out. Where the domain has no refresh token yet,
 * that of this host is moved to it, so that the person stays signed in. Call it before `init`, and only with a `domain`.
 *
 * @example moveHostCookies({ domain: 'school.example' });
 * @see `docs/moving.md`
 */
export const moveHostCookies = (
  { env, domain, cookie_prefix }: Pick<InitParams, 'env' | 'domain' | 'cookie_prefix'>,
  environment = browserEnvironment(),
): void => {
  // without a domain these are the cookies of this host
  const own = cookieStorage(environment, { env, cookie_prefix });
  const { refresh: token } = own.read();
  own.clear();
  const shared = cookieStorage(environment, { env, domain, cookie_prefix });
  if (!token || shared.read().refresh) return;
  try {
    shared.write({
      access: { token: '', type: '', expires_in: 0 },
      refresh: { token, expires_in: MONTH },
    });
  } catch {
    // A cookie that this page can't replace: the next sign-in names it.
  }
};
