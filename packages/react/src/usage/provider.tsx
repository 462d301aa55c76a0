/** Hands a page's reporting to the hooks and components below it. */
import type { Usage } from '@rollcall/usage';
import { createContext, type ReactNode, useContext } from 'react';

const Context = createContext<Usage | undefined>(undefined);

/** `usage` is undefined while prerendering, and for as long as its script has not come: nothing is reported then. */
export function UsageProvider({ usage, children }: { usage: Usage | undefined; children: ReactNode }) {
  return <Context value={usage}>{children}</Context>;
}

/** The page's reporting; undefined where there is none (yet). For events: `useUsage()?.track('lesson.open')`. */
export const useUsage = (): Usage | undefined => useContext(Context);
