/** Page views of a document whose script changes the path. */
import { useEffect } from 'react';
import { useUsage } from './provider.tsx';

/**
 * Reports one view of each `path` that is shown; StrictMode's second effect and re-rendering do not count. A
 * page that is open when consent is given counts from then.
 *
 * @param path from the router, without query and fragment; undefined while it is not known
 * @example usePageView(location.pathname);
 * @see `docs/usage.md`
 */
export function usePageView(path: string | undefined): void {
  const usage = useUsage();
  useEffect(() => {
    if (path !== undefined) usage?.page(path);
  }, [usage, path]);
}
