/** Whether the script has taken over the prerendered page. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in prerendered HTML and in the first render over it, true from then on.
 * @example const hydrated = useHydrated();
 * @see `docs/react.md`
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
