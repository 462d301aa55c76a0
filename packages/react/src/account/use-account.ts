/** The account's data, loaded once and changed by the sections of the account page. Draws nothing. */
import { getGradeList, getPrivacy, getProfile } from '@rollcall/account';
import type {
  AnswerOf,
  getGradeList as gradeCall,
  getPrivacy as privacyCall,
  Profile,
} from '@rollcall/contract';
import { startTransition, useCallback, useEffect, useState } from 'react';
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

/** By which a person knows the account: the nickname, which may be one that nobody chose, and a number or address, masked. */
export const accountName = ({ profile, privacy }: Pick<Account, 'profile' | 'privacy'>): string =>
  [profile.nickname, privacy.phone_number ?? privacy.email ?? privacy.username].filter(Boolean).join(' · ');

export interface AccountState {
  /** Undefined until it is loaded, and while the person is signed out. */
  readonly account: Account | undefined;
  /** The task that loads it. */
  readonly task: Task;
  /** Replaces the profile by the answer of a call. */
  readonly setProfile: (profile: Profile) => void;
  /** Replaces what the account signs in with. */
  readonly setPrivacy: (privacy: Privacy) => void;
}

/**
 * Loads the account once the person is signed in.
 *
 * @param given the state of a component above; nothing is loaded then, and it is returned as it is
 * @example const nickname = useAccount().account?.profile.nickname;
 * @see `docs/react.md`
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
      // drawn in pieces, between which the page answers to input
      startTransition(() => setAccount({ profile, privacy, grades }));
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
