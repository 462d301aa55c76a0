/**
 * Follows whose page this is: deletes what is kept of a person who signs out; loads the page again when another person is signed in
 * than the one for whom it was drawn, and says so afterwards.
 */
import { type Auth, endedBy } from '@rollcall/account';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { forgetInTab, forgetEarlierPerson, forgetPerson } from './forget-person.ts';

/** In this tab: it was loaded again. */
const KEY = 'rollcall.another';

const loadAgain = (): void => {
  // it is the other person's
  forgetInTab();
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
  const [notice, setNotice] = useState<ReactNode>(() => {
    // Before any form below reads what it kept; while prerendering there is no client.
    if (auth) forgetEarlierPerson();
  });
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
    let was = auth.signedIn();
    const look = () => {
      const is = auth.signedIn();
      if (auth.tokens.isAnother()) (latest.current ?? loadAgain)();
      else if (was && !is) {
        const reason = endedBy(auth);
        // Whose session the server ended goes on with what was typed after the next sign-in, unless that may be another person's.
        if (reason === undefined || reason === 'signed-out' || auth.params.sharedDevice?.())
          forgetPerson(auth);
      }
      was = is;
    };
    // somebody may have signed in elsewhere while the page was hydrated
    look();
    return auth.onChange(look);
  }, [auth]);
  return notice;
}
