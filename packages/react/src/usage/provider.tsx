/** Passes the page's usage reporting to the hooks and components below. */
import type { ConsentKind } from '@rollcall/contract';
import type { Usage } from '@rollcall/usage';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

interface Reporting {
  readonly usage: Usage | undefined;
  readonly guardian: readonly ConsentKind[] | undefined;
}

const Context = createContext<Reporting>({ usage: undefined, guardian: undefined });

export interface UsageProviderProps {
  /** Undefined while prerendering and until its script has loaded: nothing is reported then. */
  readonly usage: Usage | undefined;
  /**
   * The kinds that the guardian of a person under 14 lets be recorded, `guardian_usage` of `getPrivacy`: the components below ask
   * nothing then. @default undefined, the person decides
   */
  readonly guardian?: readonly ConsentKind[] | undefined;
  readonly children: ReactNode;
}

/**
 * Gives everything below it the page's usage reporting.
 * @example <UsageProvider usage={usage}><ConsentBanner /></UsageProvider>
 * @see `docs/usage.md`
 */
export function UsageProvider({ usage, guardian, children }: UsageProviderProps) {
  const reporting = useMemo(() => ({ usage, guardian }), [usage, guardian]);
  return <Context.Provider value={reporting}>{children}</Context.Provider>;
}

/**
 * The page's usage reporting; undefined where there is none yet. For events:
 * `useUsage()?.track('lesson.open')`.
 *
 * @example const usage = useUsage();
 * @see `docs/usage.md`
 */
export const useUsage = (): Usage | undefined => useContext(Context).usage;

/**
 * The kinds that a guardian lets be recorded; undefined: the person decides.
 * @example const kinds = useGuardianUsage();
 * @see `docs/minors.md`
 */
export const useGuardianUsage = (): readonly ConsentKind[] | undefined => useContext(Context).guardian;
