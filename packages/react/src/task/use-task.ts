/** Task state, whose failures are the problems of this package. */
import type { Auth } from '@rollcall/account';
import { type Task as TaskOf, useTask as useTaskOf, type Work } from '@rollcall/ui';
import { useCallback } from 'react';
import { useProvided } from '../provider/provider.tsx';
import { isUnanswered, OriginRefused, type Problem, problemOf } from '../problem/problem.ts';

export type { Phase, WaitForUser, Work } from '@rollcall/ui';
export { SLOW_MS } from '@rollcall/ui';

/** Whether the server of another host refuses the page's origin. Loaded late: few pages ever need it. */
const isRefused = async (auth: Auth): Promise<boolean> =>
  Boolean(auth.params.host ?? auth.params.domain) &&
  import('../problem/refused-origin.ts').then(
    ({ isOriginRefused }) => isOriginRefused(auth),
    () => false,
  );

/** One asynchronous task: its phase, its last problem, and how to run it. */
export type Task = TaskOf<Problem>;

/**
 * Holds the state of one task; draws nothing. The task is aborted when the component unmounts. Work that the server
 * refuses with ProofRequired runs again once the person has proved who they are: the provider asks. Where a call got no
 * answer because the server refuses the page's origin, the problem is OriginRefused.
 *
 * @param onProblem called once for each failure
 * @example const task = useTask(problem => console.log(problem.name));
 * @see `docs/react.md`
 */
export function useTask(onProblem?: (problem: Problem) => void): Task {
  const { prove, auth } = useProvided() ?? {};
  const task = useTaskOf({ problemOf, onProblem });
  const { run: runOnce } = task;
  const run = useCallback(
    (work: Work) =>
      runOnce(async (signal, waitForUser) => {
        try {
          await work(signal, waitForUser);
        } catch (thrown) {
          if (auth && !signal.aborted && isUnanswered(thrown) && (await isRefused(auth)))
            throw new OriginRefused();
          if (!prove || problemOf(thrown).name !== 'ProofRequired') throw thrown;
          await waitForUser(prove(thrown));
          await work(signal, waitForUser);
        }
      }),
    [runOnce, prove, auth],
  );
  return { ...task, run };
}
