/** Leaves a form's page once the person is signed in. */
import { pageSettings } from '@rollcall/app-shell/settings';
import { safeReturnPath, useRollcall } from '@rollcall/react';
import { useBrowserValue } from '@rollcall/ui';
import { useCallback, useEffect, useState } from 'react';

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
    const to = leaving.path === undefined ? returnPath(fallback) : allowed(leaving.path, fallback);
    let here = true;
    // loaded late: only who has just signed in needs it
    const go = (page: string) => {
      if (here) location.replace(page);
    };
    void import(/* webpackChunkName: "signing-in" */ './next-page.ts')
      .then(
        ({ nextPage }) => nextPage(auth, to),
        () => to,
      )
      .then(go);
    return () => {
      here = false;
    };
  }, [leaving, fallback, auth]);
  return useCallback((path?: string) => setLeaving({ path }), []);
}

/** The page in `?return=`; `fallback` while prerendering, where the URL is unknown. */
export const useReturnPath = (fallback: string): string =>
  useBrowserValue(() => returnPath(fallback), fallback);

/** A link to the other form that keeps `?return=`. The server writes it into the prerendered link, which React draws without it at first. */
export function useCarried(path: string): string {
  const back = useReturnPath('');
  return back === '' ? path : `${path}?return=${encodeURIComponent(back)}`;
}
