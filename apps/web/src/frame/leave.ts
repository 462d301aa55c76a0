/** Leaves a form's page once the person is signed in. */
import { getPrivacy } from '@rollcall/account';
import { pageSettings } from '@rollcall/app-shell/settings';
import { safeReturnPath, useRollcall } from '@rollcall/react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Milliseconds for which the seal is shown. */
const SEAL_SEEN = 1100;

/** Milliseconds after that within which a pending deletion of the account is still shown first. */
const LONGER = 400;

const never = () => () => {};

const after = (ms: number): Promise<undefined> => new Promise(resolve => setTimeout(resolve, ms, undefined));

const VIA_ACCOUNT = '/account?return=';

/** The account page, with the page that the person was on the way to: a path of this site that leads there. */
const viaAccount = (to: string): string =>
  /^\/account(?:[/?#]|$)/.test(to) ? to : VIA_ACCOUNT + encodeURIComponent(to);

/** The page in the other direction. */
const direct = (path: string): string =>
  path.startsWith(VIA_ACCOUNT) ? (new URLSearchParams(path.slice(8)).get('return') ?? '') : path;

/** The page of that address; `fallback` where it is missing or not allowed. Browser only. */
const allowed = (address: string | null, fallback: string): string =>
  safeReturnPath(address, fallback, pageSettings().returnOrigins);

/** The page in `?return=`; `fallback` where there is none. Browser only. */
const returnPath = (fallback: string): string =>
  allowed(new URLSearchParams(location.search).get('return'), fallback);

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
    const to = leaving.path === undefined ? returnPath(fallback) : allowed(direct(leaving.path), fallback);
    let here = true;
    const go = async () => {
      // requested while the seal is shown; a slow or failed answer causes no delay
      const due = auth ? getPrivacy(auth).catch(() => undefined) : undefined;
      await after(still ? 500 : SEAL_SEEN);
      const privacy = await Promise.race([due, after(LONGER)]);
      if (here) location.replace(privacy?.deletion_due_at ? viaAccount(to) : to);
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

/** `useReturnPath` as a path of this site, for a sign-in that leads over another site. */
export const useLocalReturnPath = (fallback: string): string => {
  const to = useReturnPath(fallback);
  return to.startsWith('/') ? to : viaAccount(to);
};

/** A link to the other form that keeps `?return=`; without it until the script has run. */
export function useCarried(path: string): string {
  const back = useReturnPath('');
  return back === '' ? path : `${path}?return=${encodeURIComponent(back)}`;
}
