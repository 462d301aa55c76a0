/** The third parties of a site, and the way to their pages. Draws nothing. */
import { beginThirdParty, getThirdParties, type Intent, thirdPartiesHere } from '@rollcall/account';
import type { Provider, ThirdParty } from '@rollcall/contract';
import { useEffect, useMemo, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { markHere, stateOf, windows } from './windows.ts';

const isWechat = ({ provider }: ThirdParty): boolean => provider === 'wechat';

/** Milliseconds after which a vendor's page that has not opened counts as failed. */
const OPENING_MS = 10_000;

/**
 * `list`: the third parties that can sign people in where this page is open, one for each provider; undefined until they
 * are loaded. `inWechat`: WeChat can do so within its own browser, and cannot here.
 *
 * @example const { list } = useThirdParties();
 * @see `docs/third-party.md`
 */
export function useThirdParties(): {
  list: readonly ThirdParty[] | undefined;
  inWechat: boolean;
  task: Task;
} {
  const { auth } = useRollcall();
  const task = useTask();
  const [all, setAll] = useState<readonly ThirdParty[]>();
  const { run } = task;
  useEffect(() => {
    if (!auth) return;
    run(async signal => setAll(await getThirdParties(auth, undefined, { signal })));
  }, [auth, run]);
  const list = useMemo(() => all && thirdPartiesHere(all), [all]);
  const inWechat = !!all?.some(({ kind }) => kind === 'service') && !list?.some(isWechat);
  return { list, inWechat, task };
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
 * @example const { leave } = useLeaveFor({ intent: 'bind', returnTo: '/account' });
 * @see `docs/third-party.md`
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
