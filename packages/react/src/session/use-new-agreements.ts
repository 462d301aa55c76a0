/** Asks for new agreements where a sign-in was left before they were accepted. */
import type { Auth } from '@rollcall/account';
import type { Agreement } from '@rollcall/contract';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Rollcall } from '../provider/provider.tsx';
import { closeSignIn, isSignInLeft, onSignInLeft } from './open-sign-in.ts';

/** The provider that asks: a page with several roots has as many providers, and one question. */
let asker: object | undefined;

/**
 * @param auth undefined: another provider does it
 * @param options.find gives the agreements that are new; undefined: they could not be asked for
 * @returns whether it is open if the person has to accept agreements, or they are asked for them
 */
export function useNewAgreements(
  auth: Auth | undefined,
  options: {
    readonly find: () => Promise<readonly Agreement[] | undefined>;
    readonly ask: Rollcall['ask'];
  },
): boolean {
  const { find, ask } = options;
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = [auth?.onChange(changed), onSignInLeft(changed)];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [auth],
  );
  const left = useSyncExternalStore(
    subscribe,
    () => !!auth && isSignInLeft(auth),
    () => false,
  );
  // nobody is kept out by a server that can't say: the next page asks again
  const [given, giveUp] = useState(false);
  const asks = left && !given;
  useEffect(() => {
    if (!auth || !asks || asker) return;
    const own = {};
    asker = own;
    let here = true;
    const end = () => closeSignIn(auth);
    const unanswered = () => {
      if (here && auth.signedIn()) giveUp(true);
    };
    void find().then(found => {
      if (!here) return undefined;
      if (!found) return unanswered();
      return found.length === 0 ? end() : ask({ agreements: found }).then(end, unanswered);
    });
    return () => {
      here = false;
      if (asker === own) asker = undefined;
    };
  }, [auth, asks, find, ask]);
  return asks;
}
