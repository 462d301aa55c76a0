/** Who is signed in, as far as a page's head says it. Draws nothing. */
import { getProfile } from '@rollcall/account';
import type { Profile } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { useRollcall } from '../provider/provider.tsx';
import { type Session, useSession } from './use-session.ts';

export interface User {
  readonly session: Session;
  /** Undefined until it is known, where nobody is signed in, and where it could not be had. */
  readonly profile: Profile | undefined;
}

/** Asks for the profile once somebody is signed in, and again when somebody else is. */
export function useUser(): User {
  const { auth } = useRollcall();
  const session = useSession();
  const [profile, setProfile] = useState<Profile>();
  useEffect(() => {
    if (!auth || session !== 'in') return;
    const controller = new AbortController();
    getProfile(auth, undefined, { signal: controller.signal }).then(
      setProfile,
      // the session is over, or the network is: the page itself says so where it matters
      () => setProfile(undefined),
    );
    return () => {
      controller.abort();
      setProfile(undefined);
    };
  }, [auth, session]);
  return { session, profile };
}
