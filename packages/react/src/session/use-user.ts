/** The profile of the signed-in person, for a page's head. Draws nothing. */
import { getProfile } from '@rollcall/account';
import type { Profile } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { useRollcall } from '../provider/provider.tsx';
import type { Session } from './session.ts';
import { useSession } from './use-session.ts';

export interface User {
  readonly session: Session;
  /** Undefined until it is loaded, while the person is signed out, and where the call failed. */
  readonly profile: Profile | undefined;
}

/**
 * Loads the profile when a person signs in.
 * @example const user = useUser();
 * @see `docs/react.md`
 */
export function useUser(): User {
  const { auth } = useRollcall();
  const session = useSession();
  const [profile, setProfile] = useState<Profile>();
  useEffect(() => {
    if (!auth || session !== 'in') return;
    const controller = new AbortController();
    getProfile(auth, undefined, { signal: controller.signal }).then(
      setProfile,
      // the page shows the problem where it matters
      () => setProfile(undefined),
    );
    return () => {
      controller.abort();
      setProfile(undefined);
    };
  }, [auth, session]);
  return { session, profile };
}
