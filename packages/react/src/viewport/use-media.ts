/** Whether a media query matches. */
import { useCallback, useSyncExternalStore } from 'react';

/** @param query undefined: it does not match. False while prerendering, too. */
export function useMedia(query: string | undefined): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = query === undefined ? undefined : matchMedia(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => query !== undefined && matchMedia(query).matches,
    () => false,
  );
}
