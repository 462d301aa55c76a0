/** The page's usage reporting, for parts of the page that are drawn before it has started. */
import type { ConsentKind } from '@rollcall/contract';
import type { Usage } from '@rollcall/usage';
import { useSyncExternalStore } from 'react';

export interface Reporting {
  readonly usage: Usage | undefined;
  /** The kinds that the guardian of a person under 14 lets be recorded; undefined: the person decides. */
  readonly guardian: readonly ConsentKind[] | undefined;
}

const none: Reporting = { usage: undefined, guardian: undefined };
let current = none;
const listeners = new Set<() => void>();

/** Called when usage reporting has started, and when somebody else decides about it. */
export function reportingBegun(reporting: Reporting): void {
  current = reporting;
  for (const changed of listeners) changed();
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** Without `usage` until it has started, and while prerendering. */
export const useReporting = (): Reporting =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => none,
  );
