/** Where a form's page leads once somebody is signed in, and how long the seal is seen before. */
import { safeReturnPath } from '@rollcall/react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Milliseconds: the seal's press and a breath. */
const SEAL_SEEN = 1100;

const never = () => () => {};

/** The page that the person came from, from `?return=`; `fallback` where there is none. Browser only. */
const returnPath = (fallback: string): string =>
  safeReturnPath(new URLSearchParams(location.search).get('return'), fallback);

/**
 * Gives a function to call when somebody is signed in; the page is then left for the path that it is given, else for
 * where they came from. The back button does not lead to this page again.
 */
export function useLeave(fallback: string): (path?: string) => void {
  const [leaving, setLeaving] = useState<{ path: string | undefined }>();
  useEffect(() => {
    if (!leaving) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const to = leaving.path === undefined ? returnPath(fallback) : safeReturnPath(leaving.path, fallback);
    const timer = setTimeout(() => location.replace(to), still ? 500 : SEAL_SEEN);
    return () => clearTimeout(timer);
  }, [leaving, fallback]);
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
