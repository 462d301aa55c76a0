/**
 * What this browser keeps of a person beside the tokens: drafts, tickets of next steps, places in lists, the mark of a way to a
 * vendor. All of it goes with a sign-out, in tabs that sleep then as soon as they wake or are loaded again.
 */
import { type Auth, cancelBindings } from '@rollcall/account';
import { forgetLastMethod } from './last-sign-in-method.ts';

const PREFIX = 'rollcall.';
/** When somebody signed out in this browser last, as a number in localStorage; in sessionStorage: that which this tab knows of. */
const LAST = 'rollcall.signed_out';

/** Deletes what this tab keeps. Browser only. */
export function forgetInTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    const last = localStorage.getItem(LAST);
    if (last) sessionStorage.setItem(LAST, last);
  } catch {
    // the browser allows no storage: nothing is kept
  }
}

/** Deletes what an earlier person left in this tab, if somebody has signed out since the tab looked last. Browser only. */
export function forgetEarlierPerson(): void {
  try {
    const last = localStorage.getItem(LAST);
    if (last && last !== sessionStorage.getItem(LAST)) forgetInTab();
  } catch {
    // the browser allows no storage: nothing is kept
  }
}

/** Deletes what is kept of the person who has signed out, and has the other tabs do it. Browser only. */
export function forgetPerson(auth: Auth): void {
  cancelBindings(auth);
  if (auth.params.sharedDevice?.()) forgetLastMethod();
  try {
    // Only the first tab that notices: what is kept later in another one is the next person's.
    if (localStorage.getItem(LAST) === sessionStorage.getItem(LAST))
      localStorage.setItem(LAST, String(Date.now()));
  } catch {
    // the browser allows no storage: nothing is kept
  }
  forgetInTab();
}
