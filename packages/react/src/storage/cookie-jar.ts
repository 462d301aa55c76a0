/** Reads and writes the page's cookies. */

/** Seconds for which a cookie is kept: 30 days (specification, section 9). */
export const COOKIE_AGE = 2_592_000;

/** The parts of the browser that the storage uses; tests pass their own. */
export interface BrowserEnvironment {
  /** The document; only its `cookie` is used. */
  readonly page: { cookie: string };
  readonly location: { readonly hostname: string; readonly protocol: string };
  /** Throws where the browser allows no storage. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export const browserEnvironment = (): BrowserEnvironment => ({
  page: document,
  location,
  storage: () => localStorage,
});

export interface CookieJar {
  /** All cookies, with names and values as they are written. */
  all(): ReadonlyMap<string, string>;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** @param domain of the cookies; undefined: this host only */
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
