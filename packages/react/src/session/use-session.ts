/** Whether a person is signed in on this device, kept current across tabs. */
import { useRollcall } from '../provider/provider.tsx';
import type { Session } from './session.ts';

/** Follows a sign-in and a sign-out in other tabs too. */
export const useSession = (): Session => useRollcall().session;
