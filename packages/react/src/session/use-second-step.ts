/** What follows the call of a sign-in: its second step, the questions about age, and new agreements. */
import { useCallback } from 'react';
import { problemOf } from '../problem/problem.ts';
import { useRollcall } from '../provider/provider.tsx';
import type { NewAgreements } from '../agreements/new-agreements-dialog.tsx';
import type { WaitForUser } from '../task/use-task.ts';
import type { Entered } from './entered.ts';

/**
 * Waits for a sign-in. Where it is refused for want of a second factor, or because the number has no account yet, it asks
 * for what is missing, which finishes the sign-in. Then the questions about age are asked where the account lacks their answers,
 * unless the provider leaves them to the site, and the agreements that are new to the account; who leaves the one
 * (AgeRequired)
 * or declines the other (EmptyAgreementIds) is signed out.
 *
 * @param notice what the person has just done, for the dialog that asks for agreements. @default nothing
 * @returns whether the sign-in made a new account
 */
export type SecondStep = (
  login: Promise<{ readonly auth: Entered }>,
  waitForUser: WaitForUser,
  notice?: string,
) => Promise<boolean>;

export function useSecondStep(): SecondStep {
  const { ask, asksAge, countEntries, findNewAgreements } = useRollcall();
  return useCallback(
    async (login, waitForUser, notice) => {
      countEntries(1);
      let whole = false;
      try {
        let entered: Entered = { created: false };
        let lacking: unknown;
        try {
          entered = (await login).auth;
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
            entered = await waitForUser(ask(refused));
          } catch (thrown) {
            if (thrown === refused) throw thrown;
            lacking = thrown;
          }
        }
        // before anything else is shown: whose consent counts depends on it
        if (asksAge && entered.requires) await waitForUser(ask(entered.requires));
        // an account is created with the agreements in force
        const found = entered.created ? [] : await findNewAgreements();
        if (found?.length) await waitForUser(ask({ agreements: found, notice } satisfies NewAgreements));
        whole = found !== undefined;
        return entered.created;
      } finally {
        countEntries(-1, whole);
      }
    },
    [ask, asksAge, countEntries, findNewAgreements],
  );
}
