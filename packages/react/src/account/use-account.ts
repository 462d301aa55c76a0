/** What the sections of an account page have in common: loaded once, changed by each. Draws nothing. */
import { getGradeList, getPrivacy, getProfile } from '@rollcall/account';
import type {
  AnswerOf,
  getGradeList as gradeCall,
  getPrivacy as privacyCall,
  Profile,
} from '@rollcall/contract';
import { useCallback, useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';

export type Privacy = AnswerOf<typeof privacyCall>;
export type Grades = AnswerOf<typeof gradeCall>;

export interface Account {
  readonly profile: Profile;
  readonly privacy: Privacy;
  readonly grades: Grades;
}

export interface AccountState {
  /** Undefined until it is loaded, and where nobody is signed in. */
  readonly account: Account | undefined;
  /** How the loading goes. */
  readonly task: Task;
  /** Takes what a call answered. */
  readonly setProfile: (profile: Profile) => void;
  /** Takes what is known now of what the account signs in with. */
  readonly setPrivacy: (privacy: Privacy) => void;
}

/**
 * Loads all that an account page shows, once somebody is signed in.
 *
 * @param given the state that a component above holds already; then nothing is loaded, and it is given back
 */
export function useAccount(given?: AccountState): AccountState {
  const { auth } = useRollcall();
  const session = useSession();
  const task = useTask();
  const [account, setAccount] = useState<Account>();
  const { run } = task;
  const alone = given === undefined;
  useEffect(() => {
    if (!alone || !auth || session !== 'in') return;
    run(async signal => {
      const [profile, privacy, grades] = await Promise.all([
        getProfile(auth, undefined, { signal }),
        getPrivacy(auth, undefined, { signal }),
        getGradeList(auth, undefined, { signal }),
      ]);
      setAccount({ profile, privacy, grades });
    });
  }, [alone, auth, session, run]);
  const setProfile = useCallback(
    (profile: Profile) => setAccount(now => (now?.profile.id === profile.id ? { ...now, profile } : now)),
    [],
  );
  const setPrivacy = useCallback(
    (privacy: Privacy) => setAccount(now => (now?.privacy.id === privacy.id ? { ...now, privacy } : now)),
    [],
  );
  return given ?? { account: session === 'out' ? undefined : account, task, setProfile, setPrivacy };
}
