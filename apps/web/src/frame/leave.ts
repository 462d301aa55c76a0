/** Leaves a form's page once the person is signed in. */
import { getPrivacy } from '@rollcall/account';
import { safeReturnPath, useRollcall } from '@rollcall/react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Milliseconds for which the seal is shown. */
const SEAL_SEEN = 1100;

/** Milliseconds after that within which a pending deletion of the account is still shown first. */
const LONGER = 400;

const never = () => () => {};

const after = (ms: number): Promise<undefined> => new Promise(resolve => setTimeout(resolve, ms, undefined));

/** The page where a deletion can be cancelled, with the path that the person was on the way to. */
const deletedFirst = (to: string): string =>
  /^\/account(?:[/?#]|$)/.test(to) ? to : `/account?return=${encodeURIComponent(to)}`;

/** The page in `?return=`; `fallback` where there is none. Browser only. */
const returnPath = (fallback: string): string =>
  safeReturnPath(new URLSearchParams(location.search).get('return'), fallback);

/**
 * Gives a function to call when the person is signed in. It leaves for the given path, else for the page in
 * `?return=`; the back button does not lead to this page again.
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
      // requested while the seal is shown; a slow or failed answer causes no delay
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

/** The page in `?return=`; `fallback` while prerendering, where the URL is unknown. */
export const useReturnPath = (fallback: string): string =>
  useSyncExternalStore(
    never,
    () => returnPath(fallback),
    () => fallback,
  );

/** A link to the other form that keeps `?return=`; without it until the script has run. */
export function useCarried(path: string): string {
  const back = useReturnPath('');
  return back === '' ? path : `${path}?return=${encodeURIComponent(back)}`;
}
