/** Page views of a page that is one document for many paths. */
import { useEffect } from 'react';
import { useUsage } from './provider.tsx';

/**
 * Reports a view of `path` when it is shown, and once for as long as it stays: neither StrictMode's second effect nor
 * drawing again counts twice. A page that is looked at while consent is given counts from then.
 *
 * @param path as the router gives it, without query and fragment; undefined while it is not known
 */
export function usePageView(path: string | undefined): void {
  const usage = useUsage();
  useEffect(() => {
    if (path !== undefined) usage?.page(path);
  }, [usage, path]);
}
