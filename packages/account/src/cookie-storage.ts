import type { TokenSet } from '@rollcall/contract';
import type { BrowserEnvironment } from './browser-environment.ts';
import type { Auth } from './client.ts';
import { AuthError } from './errors.ts';
import type { InitParams } from './params.ts';
import type { TokenStorage } from './token-storage.ts';

/** `expires_in` is a large negative number, so that the cookie expires by any clock (specification, section 9). */
const GONE = { token: '', type: '', expires_in: -99_999_999 };

type CookieParams = Pick<InitParams, 'env' | 'domain' | 'cookie_prefix'>;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not written by this library: the server refuses it like any other invalid token.
    return text;
  }
};

/** What reads and writes cookies of `init`'s names and domain. */
const namedCookies = (
  { page, secure }: Pick<BrowserEnvironment, 'page' | 'secure'>,
  { env = 'prod', domain, cookie_prefix = '' }: CookieParams,
) => {
  const prefix = cookie_prefix + (env === 'prod' ? '' : `${env}_`);
  return {
    prefix,
    /** The cookies; none where the browser forbids the page to read them. */
    all: (): readonly string[] => {
      try {
        return page.cookie.split('; ');
      } catch {
        return [];
      }
    },
    get: (cookies: readonly string[], name: string): string | undefined => {
      const start = `${prefix}${name}=`;
      const found = cookies.find(cookie => cookie.startsWith(start));
      // An empty value counts as absent: some sites blank a cookie instead of deleting it.
      return (found && decode(found.slice(start.length))) || undefined;
    },
    set: (name: string, value: string, maxAge: number): void => {
      try {
        page.cookie = `${prefix}${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; SameSite=Lax${
          domain ? `; domain=${domain}` : ''
        }${secure() ? '; Secure' : ''}`;
      } catch {
        // Reading back finds that it was not written.
      }
    },
  };
};

/**
 * The three cookies of section 3: `access_token`, `token_type`, `refresh_token`, prefixed by `cookie_prefix` and, outside prod, by the
 * environment's name, on the shared domain, with a max age equal to `expires_in` (seconds). What was written is read back: another
 * script's or server's cookie of the same name may stand in its place.
 *
 * @example const storage = cookieStorage(browser, { domain: 'school.example' });
 * @see `docs/tokens.md`
 */
export const cookieStorage = (
  browser: Pick<BrowserEnvironment, 'page' | 'secure'>,
  params: CookieParams,
): TokenStorage => {
  const { prefix, all, get, set } = namedCookies(browser, params);
  const put = ({ access, refresh }: TokenSet): (readonly [string, string, number])[] => {
    const cookies = [
      ['access_token', access.token, access.expires_in],
      ['token_type', access.type, access.expires_in],
      ['refresh_token', refresh.token, refresh.expires_in],
    ] as [string, string, number][];
    for (const cookie of cookies) set(...cookie);
    return cookies;
  };
  const clear = () => void put({ access: GONE, refresh: GONE });
  return {
    read: () => {
      // Once: the browser may ask another process.
      const cookies = all();
      return {
        access: get(cookies, 'access_token'),
        type: get(cookies, 'token_type'),
        refresh: get(cookies, 'refresh_token'),
      };
    },
    write: tokens => {
      const written = put(tokens);
      const cookies = all();
      const lost = written.find(
        ([name, value, age]) => age > 0 && get(cookies, name) !== (value || undefined),
      );
      if (!lost) return;
      clear();
      const cookie = prefix + lost[0];
      throw new AuthError(
        'NoToken',
        `Cookie ${cookie} was not stored: cookies are blocked, or another of this name (HttpOnly, or for another path) is in its place. Allow cookies, delete that one, or set cookie_prefix.`,
        { reason: 'cookie', cookie },
      );
    },
    clear,
  };
};

/**
 * Whether the browser stores cookies for this page. Where it does not, say so before anybody tries to sign in.
 *
 * @example if (!cookiesWork(auth)) document.body.append('Cookies are blocked.');
 * @see `docs/tokens.md`
 */
export const cookiesWork = ({ browser, params }: Pick<Auth, 'browser' | 'params'>): boolean => {
  if (browser.storage) return true;
  const { all, get, set } = namedCookies(browser, params);
  set('probe', '1', 60);
  const works = get(all(), 'probe') === '1';
  set('probe', '', GONE.expires_in);
  return works;
};
