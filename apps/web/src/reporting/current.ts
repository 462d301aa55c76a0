/** The page's usage reporting, for parts of the page that are drawn before it has started. */
import type { Usage } from '@rollcall/usage';
import { useSyncExternalStore } from 'react';

let current: Usage | undefined;
const heard = new Set<() => void>();

/** Called when usage reporting has started. */
export function reportingBegun(usage: Usage): void {
  current = usage;
  for (const changed of heard) changed();
}

const subscribe = (changed: () => void): (() => void) => {
  heard.add(changed);
  return () => heard.delete(changed);
};

/** Undefined until it has started, and while prerendering. */
export const useReporting = (): Usage | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
