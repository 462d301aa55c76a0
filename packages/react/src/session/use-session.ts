/** Whether a person is signed in on this device, kept current across tabs. */
import { useRollcall } from '../provider/provider.tsx';

/**
 * `unknown` while prerendering, in the first render over it, and while the session of an older site is converted. `out` until a
 * sign-in is whole: its second step is done, and new agreements are accepted.
 */
export type Session = 'unknown' | 'in' | 'out';

/** Follows a sign-in and a sign-out in other tabs too. */
export const useSession = (): Session => useRollcall().session;
