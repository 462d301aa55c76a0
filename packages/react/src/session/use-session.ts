/** Whether a person is signed in on this device, kept current across tabs. */
import { useCallback, useSyncExternalStore } from 'react';
import { useRollcall } from '../provider/provider.tsx';

/** `unknown` while prerendering and in the first render over it. */
export type Session = 'unknown' | 'in' | 'out';

/** Follows a sign-in and a sign-out in other tabs too. */
export function useSession(): Session {
  const { auth } = useRollcall();
  const subscribe = useCallback((changed: () => void) => auth?.onChange(changed) ?? (() => {}), [auth]);
  return useSyncExternalStore<Session>(
    subscribe,
    () => (auth ? (auth.signedIn() ? 'in' : 'out') : 'unknown'),
    () => 'unknown',
  );
}
