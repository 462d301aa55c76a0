/** Whether a person is signed in on this device, kept current across tabs. */
import { useCallback, useSyncExternalStore } from 'react';
import { useRollcall } from '../provider/provider.tsx';

/**
 * `unknown` while prerendering, in the first render over it, and while the session of an older site is converted. `out` until a
 * sign-in is whole: its second step is done, and new agreements are accepted.
 */
export type Session = 'unknown' | 'in' | 'out';

/** Follows a sign-in and a sign-out in other tabs too. */
export function useSession(): Session {
  const { auth, converting, entering } = useRollcall();
  const subscribe = useCallback((changed: () => void) => auth?.onChange(changed) ?? (() => {}), [auth]);
  return useSyncExternalStore<Session>(
    subscribe,
    () => (auth?.signedIn() && !entering ? 'in' : auth && !converting ? 'out' : 'unknown'),
    () => 'unknown',
  );
}
