/** Signing in with somebody else's account: the buttons' state. Draws nothing. */
import type { Provider, ThirdParty } from '@rollcall/contract';
import { useState, useSyncExternalStore } from 'react';
import type { Task } from '../task/use-task.ts';
import { lastSignInMethod, type SignInMethod } from '../session/last-sign-in-method.ts';
import { useLeaveFor, useThirdParties } from './use-third-parties.ts';
import { windows } from './windows.ts';

export interface ThirdPartyOptions {
  /** A path of this site, for when somebody is signed in. */
  readonly returnTo: string;
  /**
   * Where the vendor's page opens: in this window, in one of its own, or, for WeChat where the vendor's script is
   * configured, within this page. A window that the browser does not allow becomes this one. Default: `window`.
   */
  readonly open?: 'window' | 'popup' | 'embedded' | undefined;
  /** Told with true when the vendor's page stands beside this one, with false when that is given up. */
  readonly onTaken?: ((taken: boolean) => void) | undefined;
}

export interface ThirdPartyFlow {
  /** The ways that the site has configured; undefined until they are known. */
  readonly list: readonly ThirdParty[] | undefined;
  /** The way that was last used to sign in on this device. */
  readonly lastSignInMethod: SignInMethod | undefined;
  /** Going to the vendor in this window: busy until the page is left. */
  readonly task: Task;
  /** Whose page this window is leaving for. */
  readonly opening: Provider | undefined;
  /** The vendor's page stands beside this one: in `popup`, or without one within this page. */
  readonly taken: { readonly to: ThirdParty; readonly popup: Window | undefined } | undefined;
  readonly press: (to: ThirdParty) => void;
  /** Gives up what stands beside. */
  readonly giveUp: () => void;
}

const never = () => () => {};

/** Holds the state of signing in with somebody else's account; what comes back is `useThirdPartyFinish`'s. */
export function useThirdParty({ returnTo, open = 'window', onTaken }: ThirdPartyOptions): ThirdPartyFlow {
  const { list } = useThirdParties();
  const { task, opening, leave } = useLeaveFor({ intent: 'sign-in', returnTo });
  const last = useSyncExternalStore(never, lastSignInMethod, () => undefined);
  const [taken, setTaken] = useState<ThirdPartyFlow['taken']>();
  return {
    list,
    lastSignInMethod: last,
    task,
    opening,
    taken,
    press: to => {
      const popup = open === 'popup' ? windows.open() : undefined;
      if (popup || (open === 'embedded' && to.provider === 'wechat' && to.script_url)) {
        setTaken({ to, popup });
        onTaken?.(true);
      } else leave(to);
    },
    giveUp: () => {
      setTaken(undefined);
      onTaken?.(false);
    },
  };
}
