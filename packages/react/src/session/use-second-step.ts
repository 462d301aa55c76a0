/** Signing in where the account may have a second factor. */
import { useCallback } from 'react';
import { problemOf } from '../problem/problem.ts';
import { useRollcall } from '../provider/provider.tsx';
import type { WaitForUser } from '../task/use-task.ts';

/** Waits for a sign-in; where it is refused for want of the second factor, asks for that, which finishes it. */
export type SecondStep = (login: Promise<unknown>, waitForUser: WaitForUser) => Promise<void>;

export function useSecondStep(): SecondStep {
  const { secondStep } = useRollcall();
  return useCallback(
    async (login, waitForUser) => {
      try {
        await login;
      } catch (thrown) {
        if (problemOf(thrown).name !== 'SecondFactorRequired') throw thrown;
        await waitForUser(secondStep(thrown));
      }
    },
    [secondStep],
  );
}
