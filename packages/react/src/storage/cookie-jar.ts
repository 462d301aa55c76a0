/** The page's cookies, as far as the storage needs them. */

/** Seconds that a cookie is kept: 30 days (specification, section 9). */
export const COOKIE_AGE = 2_592_000;

/** What is used of the browser; a test brings its own. */
export interface BrowserEnvironment {
  /** The document: its `cookie` alone is used. */
  readonly page: { cookie: string };
  readonly location: { readonly hostname: string; readonly protocol: string };
  /** Throws where storage is forbidden. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export const browserEnvironment = (): BrowserEnvironment => ({
  page: document,
  location,
  storage: () => localStorage,
});

export interface CookieJar {
  /** Names and values as they are written. */
  all(): ReadonlyMap<string, string>;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** @param domain what the cookies are set on; undefined: this host alone */
export function cookieJar({ page, location }: BrowserEnvironment, domain: string | undefined): CookieJar {
  const attributes = `; path=/; SameSite=Lax${domain === undefined ? '' : `; domain=${domain}`}${
    location.protocol === 'https:' ? '; Secure' : ''
  }`;
  const write = (name: string, value: string, age: number) => {
    page.cookie = `${name}=${value}; max-age=${age}${attributes}`;
  };
  return {
    all: () =>
      new Map(
        page.cookie.split('; ').map(pair => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), pair.slice(at + 1)] as const;
        }),
      ),
    set: (name, value) => write(name, value, COOKIE_AGE),
    remove: name => write(name, '', -1),
  };
}
