import type { TokenSet } from '@rollcall/contract';
import type { BrowserEnvironment } from './browser-environment.ts';
import type { InitParams } from './params.ts';
import type { TokenStorage } from './token-storage.ts';

/** `expires_in` is a large negative number, so that the cookie expires by any clock (specification, section 9). */
const GONE = { token: '', type: '', expires_in: -99_999_999 };

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not written by this library: the server refuses it like any other invalid token.
    return text;
  }
};

/**
 * The three cookies of section 3: `access_token`, `token_type`, `refresh_token`, prefixed by the environment's name
 * outside prod, on the shared domain, with a max age equal to `expires_in` (seconds).
 *
 * @example const storage = cookieStorage(browser, { domain: 'school.example' });
 * @see `docs/tokens.md`
 */
export const cookieStorage = (
  { page, secure }: Pick<BrowserEnvironment, 'page' | 'secure'>,
  { env = 'prod', domain }: Pick<InitParams, 'env' | 'domain'>,
): TokenStorage => {
  const prefix = env === 'prod' ? '' : `${env}_`;
  const get = (cookies: readonly string[], name: string): string | undefined => {
    const start = `${prefix}${name}=`;
    const found = cookies.find(cookie => cookie.startsWith(start));
    // An empty value counts as absent: some sites blank a cookie instead of deleting it.
    return (found && decode(found.slice(start.length))) || undefined;
  };
  const set = (name: string, value: string, maxAge: number): void => {
    page.cookie = `${prefix}${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; SameSite=Lax${
      domain ? `; domain=${domain}` : ''
    }${secure() ? '; Secure' : ''}`;
  };
  const write = ({ access, refresh }: TokenSet): void => {
    set('access_token', access.token, access.expires_in);
    set('token_type', access.type, access.expires_in);
    set('refresh_token', refresh.token, refresh.expires_in);
  };
  return {
    read: () => {
      // Once: the browser may ask another process.
      const cookies = page.cookie.split('; ');
      return {
        access: get(cookies, 'access_token'),
        type: get(cookies, 'token_type'),
        refresh: get(cookies, 'refresh_token'),
      };
    },
    write,
    clear: () => write({ access: GONE, refresh: GONE }),
  };
};
