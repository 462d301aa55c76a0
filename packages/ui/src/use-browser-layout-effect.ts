/** A layout effect without React 18's warning on a server. */
import { type DependencyList, type EffectCallback, useLayoutEffect } from 'react';

/**
 * `useLayoutEffect`, and nothing where there is no page: no effect runs there, and React 18 warns of a layout effect.
 * @example useBrowserLayoutEffect(() => scrollTo(0, 0));
 * @see `docs/react.md`
 */
export function useBrowserLayoutEffect(effect: EffectCallback, dependencies?: DependencyList): void {
  // oxlint-disable-next-line react/hooks, react/exhaustive-deps -- a place has a page or has none, for good
  if (typeof document !== 'undefined') useLayoutEffect(effect, dependencies);
}
