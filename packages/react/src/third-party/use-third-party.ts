/** The state of the third-party buttons. Draws nothing. */
import type { Provider, ThirdParty } from '@rollcall/contract';
import { useState, useSyncExternalStore } from 'react';
import type { Task } from '../task/use-task.ts';
import { lastSignInMethod, type SignInMethod } from '../session/last-sign-in-method.ts';
import { useLeaveFor, useThirdParties } from './use-third-parties.ts';
import { windows } from './windows.ts';

export interface ThirdPartyOptions {
  /** The path of this site to go to after the sign-in. */
  readonly returnTo: string;
  /**
   * Where the vendor's page opens: in this window, in a popup, or for WeChat, where the vendor's script is
   * configured, within this page. Where the browser blocks a popup, this window is used.
   *
   * @default 'window'
   */
  readonly open?: 'window' | 'popup' | 'embedded' | undefined;
  /**
   * Called with true when the vendor's page opens in a popup or within this page, and with false when the
   * person gives up.
   */
  readonly onPending?: ((pending: boolean) => void) | undefined;
}

export interface ThirdPartyFlow {
  /** The third parties of the site; undefined until they are loaded. */
  readonly list: readonly ThirdParty[] | undefined;
  /** The method that was last used to sign in on this device. */
  readonly lastSignInMethod: SignInMethod | undefined;
  /** Leaving for the vendor's page: busy until this page is left. */
  readonly task: Task;
  /** The provider that this window is leaving for. */
  readonly opening: Provider | undefined;
  /** The vendor's page that is open in `popup`, or within this page where there is no popup. */
  readonly pending: { readonly to: ThirdParty; readonly popup: Window | undefined } | undefined;
  readonly press: (to: ThirdParty) => void;
  /** Closes the vendor's page that is open beside this one. */
  readonly giveUp: () => void;
}

const never = () => () => {};

/** Holds the state of the buttons; `useThirdPartyFinish` handles the vendor's answer. */
export function useThirdParty({ returnTo, open = 'window', onPending }: ThirdPartyOptions): ThirdPartyFlow {
  const { list } = useThirdParties();
  const { task, opening, leave } = useLeaveFor({ intent: 'sign-in', returnTo });
  const last = useSyncExternalStore(never, lastSignInMethod, () => undefined);
  const [pending, setPending] = useState<ThirdPartyFlow['pending']>();
  return {
    list,
    lastSignInMethod: last,
    task,
    opening,
    pending,
    press: to => {
      const popup = open === 'popup' ? windows.open() : undefined;
      if (popup || (open === 'embedded' && to.provider === 'wechat' && to.script_url)) {
        setPending({ to, popup });
        onPending?.(true);
      } else leave(to);
    },
    giveUp: () => {
      setPending(undefined);
      onPending?.(false);
    },
  };
}
