/** The state of the third-party buttons. Draws nothing. */
import type { Provider, ThirdParty } from '@rollcall/contract';
import { useState } from 'react';
import type { Task } from '../task/use-task.ts';
import type { SignInMethod } from '../session/last-sign-in-method.ts';
import { useLastSignInMethod } from '../session/use-last-sign-in-method.ts';
import { useLeaveFor, useThirdParties } from './use-third-parties.ts';
import { useMedia } from '../viewport/use-media.ts';
import { windows } from './windows.ts';

export interface ThirdPartyOptions {
  /** The path of this site to go to after the sign-in. */
  readonly returnTo: string;
  /**
   * Where the vendor's page opens: in this window, in a popup, or for WeChat at a desk within this page, as a QR code.
   * Where the browser blocks a popup, this window is used. A person who signed in by the QR code on this device finds
   * it open.
   *
   * @default 'window'
   */
  readonly open?: 'window' | 'popup' | 'embedded' | undefined;
  /**
   * With `embedded`: a media query. Where it matches, WeChat stands in an element of its own, `[data-wechat]`, which the site
   * places, such as beside its form: at a desk as the QR code, without a press.
   */
  readonly besideFrom?: string | undefined;
  /**
   * Called with true when the other forms of the page are to be hidden: the vendor's page opens in a popup, or has
   * answered within this page. Called with false when the person gives up.
   */
  readonly onPending?: ((pending: boolean) => void) | undefined;
}

export interface ThirdPartyFlow {
  /** The third parties that can sign in where this page is open; undefined until they are loaded. */
  readonly list: readonly ThirdParty[] | undefined;
  /** Whether WeChat signs in within its own browser, and cannot here. */
  readonly inWechat: boolean;
  /** Whether WeChat stands in an element of its own. */
  readonly beside: boolean;
  /** The method that was last used to sign in on this device. */
  readonly lastSignInMethod: SignInMethod | undefined;
  /** Leaving for the vendor's page: busy until this page is left. */
  readonly task: Task;
  /** The provider that this window is leaving for. */
  readonly opening: Provider | undefined;
  /**
   * The vendor's page that is open in `popup`, or within this page where there is no popup. `alone`: nothing else is shown
   * beside it. `pressed`: the person asked for it; false where it was embedded without a press.
   */
  readonly pending:
    | {
        readonly to: ThirdParty;
        readonly popup: Window | undefined;
        readonly pressed: boolean;
        readonly alone: boolean;
      }
    | undefined;
  readonly press: (to: ThirdParty) => void;
  /** Call it when the vendor's page has answered within this page. */
  readonly answered: () => void;
  /** Closes the vendor's page that is open beside this one. */
  readonly giveUp: () => void;
}

/**
 * Holds the state of the buttons; `useThirdPartyFinish` handles the vendor's answer.
 * @example const { list } = useThirdParty({ returnTo: '/' });
 * @see `docs/third-party.md`
 */
export function useThirdParty({
  returnTo,
  open = 'window',
  besideFrom,
  onPending,
}: ThirdPartyOptions): ThirdPartyFlow {
  const { list, inWechat } = useThirdParties();
  const { task, opening, leave } = useLeaveFor({ intent: 'sign-in', returnTo });
  const last = useLastSignInMethod();
  const wide = useMedia(besideFrom);
  const beside = open === 'embedded' && wide;
  const [chosen, setPending] = useState<ThirdPartyFlow['pending'] | 'none'>();
  const wechat = open === 'embedded' ? list?.find(({ script_url }) => script_url) : undefined;
  const pending =
    chosen === 'none'
      ? undefined
      : (chosen ??
        (wechat && (beside || last === 'wechat')
          ? { to: wechat, popup: undefined, pressed: false, alone: false }
          : undefined));
  return {
    list,
    inWechat,
    beside,
    lastSignInMethod: last,
    task,
    opening,
    pending,
    press: to => {
      const popup = open === 'popup' ? windows.open() : undefined;
      if (popup) {
        setPending({ to, popup, pressed: true, alone: true });
        onPending?.(true);
      } else if (to === wechat) setPending({ to, popup: undefined, pressed: true, alone: false });
      else leave(to);
    },
    answered: () => {
      if (pending) setPending({ ...pending, alone: true });
      onPending?.(true);
    },
    giveUp: () => {
      setPending('none');
      onPending?.(false);
    },
  };
}
