/** Passes the page's usage reporting to the hooks and components below. */
import type { Usage } from '@rollcall/usage';
import { createContext, type ReactNode, useContext } from 'react';

const Context = createContext<Usage | undefined>(undefined);

/** @param props.usage undefined while prerendering and until its script has loaded: nothing is reported then */
export function UsageProvider({ usage, children }: { usage: Usage | undefined; children: ReactNode }) {
  return <Context value={usage}>{children}</Context>;
}

/**
 * The page's usage reporting; undefined where there is none yet. For events:
 * `useUsage()?.track('lesson.open')`.
 */
export const useUsage = (): Usage | undefined => useContext(Context);
