/** Whether the script has taken over the prerendered page. */
import { useBrowserValue } from './use-browser-value.ts';

/**
 * False in prerendered HTML and in the first render over it, true from then on.
 * @example const hydrated = useHydrated();
 * @see `docs/react.md`
 */
export function useHydrated(): boolean {
  return useBrowserValue(() => true, false);
}
