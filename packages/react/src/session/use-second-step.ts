/** What follows the call of a sign-in: its second step, and new agreements. */
import type { SignedIn } from '@rollcall/contract';
import { useCallback } from 'react';
import { problemOf } from '../problem/problem.ts';
import { useRollcall } from '../provider/provider.tsx';
import type { WaitForUser } from '../task/use-task.ts';

/**
 * Waits for a sign-in. Where it is refused for want of a second factor, or because the number has no account yet, it asks
 * for what is missing, which finishes the sign-in. Then the agreements that are new to the account are asked for; whoever
 * declines them is signed out, and the refusal is EmptyAgreementIds.
 *
 * @param login undefined where the person is signed in already
 * @returns whether the sign-in made a new account
 */
export type SecondStep = (login: Promise<SignedIn> | undefined, waitForUser: WaitForUser) => Promise<boolean>;

export function useSecondStep(): SecondStep {
  const { ask, countEntries, findNewAgreements } = useRollcall();
  return useCallback(
    async (login, waitForUser) => {
      countEntries(1);
      try {
        let created = false;
        let lacking: unknown;
        try {
          created = (await login)?.auth.created ?? false;
        } catch (thrown) {
          lacking = thrown;
        }
        // enrolment may be followed by the set-up of a second factor
        while (lacking) {
          const refused = lacking;
          const { name } = problemOf(refused);
          if (name !== 'EnrolmentRequired' && name !== 'SecondFactorRequired') throw refused;
          lacking = undefined;
          try {
            created = await waitForUser(ask(refused));
          } catch (thrown) {
            if (thrown === refused) throw thrown;
            lacking = thrown;
          }
        }
        // an account is created with the agreements in force
        if (created) return true;
        const found = await findNewAgreements();
        if (found.length > 0) await waitForUser(ask(found));
        return false;
      } finally {
        countEntries(-1);
      }
    },
    [ask, countEntries, findNewAgreements],
  );
}
