/** The way to the sign-in, for a page whose person is not signed in. */
import type { Auth } from '@rollcall/account';

/**
 * Kept in this tab from such a page to the sign-in, whose path it is: the server has just refused the older site's session. Another
 * page asks for the conversion, since the person may leave the sign-in before its script has run, and sign in to the older site.
 */
const KEY = 'rollcall.unconverted';

/** Opens the sign-in in the place of this page. It does not ask for the same conversion again. */
export function toSignIn(auth: Auth | undefined, path: string): void {
  try {
    if (auth?.tokens.unconverted) sessionStorage.setItem(KEY, path);
  } catch {
    // the browser allows no storage: the sign-in asks again
  }
  location.replace(path);
}

/** Takes over what the page before knew, once: a reload of the sign-in asks again. */
export function takeUnconverted({ tokens }: Auth): void {
  try {
    tokens.unconverted = sessionStorage.getItem(KEY) === location.pathname + location.search;
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}
