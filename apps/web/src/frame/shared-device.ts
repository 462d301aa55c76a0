/** Whether several people use this browser (公用电脑): marked on `/shared`, else by the network, as the server writes it into the page. */
import { pageSettings } from '@rollcall/app-shell/settings';
import { SHARED_COOKIE } from '@rollcall/contract';
import { useSyncExternalStore } from 'react';

/** How long the mark holds in seconds: a year, from the last look at a sign-in page on. */
const YEAR = 31_536_000;
/** How long a browser counts as one person's own, whatever its network: 30 days. */
const MONTH = 2_592_000;

const listeners = new Set<() => void>();

/** What was read: a cookie is read in another process, and every drawing asks. */
let known: { readonly shared: boolean | undefined } | undefined;

const look = (): void => {
  known = undefined;
  for (const changed of listeners) changed();
};

const read = (): boolean | undefined => {
  try {
    const mark = new RegExp(`(?:^|; )${SHARED_COOKIE}=([01])(?:;|$)`).exec(document.cookie)?.[1];
    if (mark) return mark === '1';
  } catch {
    // the browser lets the page read no cookies
  }
  return document.documentElement.dataset['shared'] === undefined ? undefined : true;
};

/**
 * Undefined: nobody has said it, and the network is none of shared computers. Browser only.
 *
 * Read once while this page has the focus: only from another one can the computer be marked, and that one has the focus then.
 */
export const sharedDevice = (): boolean | undefined => {
  if (!known) {
    addEventListener('focus', look);
    addEventListener('pageshow', look);
  }
  if (!known || !document.hasFocus()) known = { shared: read() };
  return known.shared;
};

/** Browser only. */
export const isShared = (): boolean => sharedDevice() === true;

/** Browser only. */
export const markShared = (shared: boolean): void => {
  const { domain } = pageSettings();
  try {
    document.cookie = `${SHARED_COOKIE}=${shared ? 1 : 0}; path=/; max-age=${shared ? YEAR : MONTH}; SameSite=Lax${
      domain ? `; domain=${domain}` : ''
    }${location.protocol === 'https:' ? '; Secure' : ''}`;
  } catch {
    // the browser takes no cookies: nobody can sign in either
  }
  look();
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

/** False while prerendering, and in the first render. */
export const useShared = (): boolean => useSyncExternalStore(subscribe, isShared, () => false);
