/** Loads the page again when another person is signed in than the one for whom it was drawn, and says so afterwards. */
import type { Auth } from '@rollcall/account';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { clearDrafts } from '../forms/draft.ts';

/** In this tab: it was loaded again. */
const KEY = 'rollcall.another';

const loadAgain = (): void => {
  // they are the other person's
  clearDrafts();
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // the browser allows no storage: the page does not say why
  }
  location.reload();
};

const wasLoadedAgain = (): boolean => {
  try {
    const was = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return was;
  } catch {
    return false;
  }
};

/**
 * @param auth undefined: another provider does it
 * @param draw draws the page again; undefined: the page is loaded again
 * @returns the sentence about it, after the page was loaded again
 */
export function useAnotherPerson(auth: Auth | undefined, draw: (() => void) | undefined): ReactNode {
  const [notice, setNotice] = useState<ReactNode>();
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  }, [draw]);
  useEffect(() => {
    if (!auth) return;
    if (wasLoadedAgain())
      void import('./another-person-notice.tsx').then(
        ({ AnotherPersonNotice }) => setNotice(<AnotherPersonNotice />),
        () => {},
      );
    const look = () => {
      if (auth.tokens.isAnother()) (latest.current ?? loadAgain)();
    };
    // somebody may have signed in elsewhere while the page was hydrated
    look();
    return auth.onChange(look);
  }, [auth]);
  return notice;
}
