/** Whether somebody is signed in on this device, kept current across tabs. */
import { useCallback, useSyncExternalStore } from 'react';
import { useRollcall } from '../provider/provider.tsx';

/** `unknown` until the script has looked: a prerendered page can't know. */
export type Session = 'unknown' | 'in' | 'out';

/** The session's state. A sign-in or sign-out in another tab changes it here. */
export function useSession(): Session {
  const { auth } = useRollcall();
  const subscribe = useCallback((changed: () => void) => auth?.onChange(changed) ?? (() => {}), [auth]);
  return useSyncExternalStore<Session>(
    subscribe,
    () => (auth ? (auth.signedIn() ? 'in' : 'out') : 'unknown'),
    () => 'unknown',
  );
}
