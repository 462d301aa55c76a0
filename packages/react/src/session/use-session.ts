/** Whether a person is signed in on this device, kept current across tabs. */
import { useRollcall } from '../provider/provider.tsx';
import type { Session } from './session.ts';

/**
 * Tells whether a person is signed in; follows a sign-in and a sign-out in other tabs too.
 * @example const isIn = useSession() === 'in';
 * @see `docs/react.md`
 */
export const useSession = (): Session => useRollcall().session;
