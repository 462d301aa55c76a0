/**
 * Remembers that a sign-in is not whole yet: what it asks for last, new agreements, must not be passed by a reload or by Back. A cookie
 * beside the tokens, so that every tab and every site that reads these asks.
 */
import type { Auth } from '@rollcall/account';
import { browserEnvironment, cookieJar } from '../storage/cookie-jar.ts';

const nameOf = ({ params: { cookie_prefix: prefix = '', env = 'prod' } }: Auth): string =>
  `${prefix}${env === 'prod' ? '' : `${env}_`}sign_in_open`;
const jarOf = ({ params }: Auth) => cookieJar(browserEnvironment(), params.domain);

const listeners = new Set<() => void>();
/** Sign-ins that are under way in this page, and ask by themselves. */
let underWay = 0;

const mark = (auth: Auth, open: boolean): void => {
  try {
    if (open) jarOf(auth).set(nameOf(auth), '1');
    else jarOf(auth).remove(nameOf(auth));
  } catch {
    // the browser forbids the page to use cookies
  }
  for (const listener of listeners) listener();
};

export const beginSignIn = (auth: Auth): void => {
  underWay += 1;
  mark(auth, true);
};

/** @param whole whether it has all that it asks for; one that signed nobody in leaves nothing open */
export const endSignIn = (auth: Auth, whole: boolean): void => {
  underWay -= 1;
  mark(auth, !whole && auth.signedIn());
};

/** After what was open was done, or the person signed out. */
export const closeSignIn = (auth: Auth): void => mark(auth, false);

/** Whether somebody is signed in who left before the sign-in was whole. */
export const isSignInLeft = (auth: Auth): boolean => {
  try {
    return underWay === 0 && auth.signedIn() && jarOf(auth).all().has(nameOf(auth));
  } catch {
    return false;
  }
};

/** Calls the listener where it may have changed: in this tab, and in others while this one was not seen. */
export const onSignInLeft = (listener: () => void): (() => void) => {
  listeners.add(listener);
  addEventListener('pageshow', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('pageshow', listener);
    document.removeEventListener('visibilitychange', listener);
  };
};
