/** The page's usage reporting, for parts of the page that are drawn before it has started. */
import type { Usage } from '@rollcall/usage';
import { useSyncExternalStore } from 'react';

let current: Usage | undefined;
const listeners = new Set<() => void>();

/** Called when usage reporting has started. */
export function reportingBegun(usage: Usage): void {
  current = usage;
  for (const changed of listeners) changed();
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** Undefined until it has started, and while prerendering. */
export const useReporting = (): Usage | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
