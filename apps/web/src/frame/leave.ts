/** Where a form's page leads once somebody is signed in, and how long the seal is seen before. */
import { getPrivacy } from '@rollcall/account';
import { safeReturnPath, useRollcall } from '@rollcall/react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Milliseconds: the seal's press and a breath. */
const SEAL_SEEN = 1100;

/** Milliseconds after it in which an account that waits for its deletion is still told so. */
const LONGER = 400;

const never = () => () => {};

const after = (ms: number): Promise<undefined> => new Promise(resolve => setTimeout(resolve, ms, undefined));

/** Where an account that is to be deleted can be kept, with the way on to where the person was going to. */
const deletedFirst = (to: string): string =>
  /^\/account(?:[/?#]|$)/.test(to) ? to : `/account?return=${encodeURIComponent(to)}`;

/** The page that the person came from, from `?return=`; `fallback` where there is none. Browser only. */
const returnPath = (fallback: string): string =>
  safeReturnPath(new URLSearchParams(location.search).get('return'), fallback);

/**
 * Gives a function to call when somebody is signed in; the page is then left for the path that it is given, else for
 * where they came from. The back button does not lead to this page again.
 */
export function useLeave(fallback: string): (path?: string) => void {
  const { auth } = useRollcall();
  const [leaving, setLeaving] = useState<{ path: string | undefined }>();
  useEffect(() => {
    if (!leaving) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const to = leaving.path === undefined ? returnPath(fallback) : safeReturnPath(leaving.path, fallback);
    let here = true;
    const go = async () => {
      // Found out while the seal is seen; nobody is kept from their page where that takes longer or fails.
      const due = auth ? getPrivacy(auth).catch(() => undefined) : undefined;
      await after(still ? 500 : SEAL_SEEN);
      const privacy = await Promise.race([due, after(LONGER)]);
      if (here) location.replace(privacy?.deletion_due_at ? deletedFirst(to) : to);
    };
    void go();
    return () => {
      here = false;
    };
  }, [leaving, fallback, auth]);
  return useCallback((path?: string) => setLeaving({ path }), []);
}

/** The page to return to; `fallback` while prerendering, where no address is known. */
export const useReturnPath = (fallback: string): string =>
  useSyncExternalStore(
    never,
    () => returnPath(fallback),
    () => fallback,
  );

/** A link to the other form that keeps `?return=`: plain until the script has run. */
export function useCarried(path: string): string {
  const back = useReturnPath('');
  return back === '' ? path : `${path}?return=${encodeURIComponent(back)}`;
}
