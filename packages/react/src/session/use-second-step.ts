/** Signing in where the account may have a second factor. */
import type { SignedIn } from '@rollcall/contract';
import { useCallback } from 'react';
import { problemOf } from '../problem/problem.ts';
import { useRollcall } from '../provider/provider.tsx';
import type { WaitForUser } from '../task/use-task.ts';

/**
 * Waits for a sign-in; where it is refused for want of the second factor, asks for that, which finishes it.
 * @returns whether the sign-in made a new account
 */
export type SecondStep = (login: Promise<SignedIn>, waitForUser: WaitForUser) => Promise<boolean>;

export function useSecondStep(): SecondStep {
  const { secondStep } = useRollcall();
  return useCallback(
    async (login, waitForUser) => {
      try {
        return (await login).auth.created;
      } catch (thrown) {
        if (problemOf(thrown).name !== 'SecondFactorRequired') throw thrown;
        return await waitForUser(secondStep(thrown));
      }
    },
    [secondStep],
  );
}
