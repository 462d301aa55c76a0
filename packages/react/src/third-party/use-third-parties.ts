/** The third parties of a site, and the way to their pages. Draws nothing. */
import { beginThirdParty, getThirdParties, type Intent } from '@rollcall/account';
import type { Provider, ThirdParty } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { markHere, stateOf, windows } from './windows.ts';

/** Milliseconds after which a vendor's page that has not opened counts as failed. */
const OPENING_MS = 10_000;

/** One for each provider, the first that is configured; undefined until they are loaded. */
export function useThirdParties(): { list: readonly ThirdParty[] | undefined; task: Task } {
  const { auth } = useRollcall();
  const task = useTask();
  const [list, setList] = useState<readonly ThirdParty[]>();
  const { run } = task;
  useEffect(() => {
    if (!auth) return;
    run(async signal => {
      const all = await getThirdParties(auth, undefined, { signal });
      setList(all.filter((one, at) => all.findIndex(({ provider }) => provider === one.provider) === at));
    });
  }, [auth, run]);
  return { list, task };
}

const left = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, OPENING_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    addEventListener('pagehide', end, { once: true });
    signal.addEventListener('abort', end);
  });

/**
 * `leave` opens the vendor's page in this window; its task is busy until this page is left, and `opening` is
 * the provider.
 *
 * @param options.returnTo the path of this site to come back to
 * @param options.account the id of the account that will be bound
 */
export function useLeaveFor(options: { intent: Intent; returnTo: string; account?: string | undefined }): {
  task: Task;
  opening: Provider | undefined;
  leave: (to: ThirdParty) => void;
} {
  const auth = useAuth();
  const task = useTask();
  const [to, setTo] = useState<Provider>();
  const leave = (thirdParty: ThirdParty) => {
    setTo(thirdParty.provider);
    task.run(signal => {
      const url = beginThirdParty(auth(), thirdParty, options).href;
      markHere(stateOf(url));
      windows.go(url);
      return left(signal);
    });
  };
  return { task, opening: task.phase === 'idle' ? undefined : to, leave };
}
