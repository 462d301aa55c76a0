/** Waits for the vendor's page in another window or a frame. This page finishes the sign-in. Draws nothing. */
import { beginThirdParty } from '@rollcall/account';
import type { ThirdParty } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { useRollcall } from '../provider/provider.tsx';
import { awaitReturn, markHere, stateOf, windows } from './windows.ts';

export interface ThirdPartyPendingFlow {
  /** The vendor's URL; undefined while prerendering. */
  readonly url: string | undefined;
  /** The URL that the vendor sent the person back to, once it has. */
  readonly came: string | undefined;
  /** Opens the vendor's page in this window instead. */
  readonly openHere: () => void;
}

/**
 * Starts when the component appears.
 *
 * @param options.popup the window that was opened for it; undefined: it is embedded
 */
export function useThirdPartyPending(options: {
  to: ThirdParty;
  popup: Window | undefined;
  returnTo: string;
}): ThirdPartyPendingFlow {
  const { to, popup, returnTo } = options;
  const { auth } = useRollcall();
  const [url, setUrl] = useState<string>();
  const [came, setCame] = useState<string>();
  useEffect(() => {
    // started once: the vendor's answer belongs to this start
    if (!auth || url !== undefined) return;
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(beginThirdParty(auth, to, { intent: 'sign-in', returnTo, popup: popup !== undefined }).href);
  }, [auth, url, to, returnTo, popup]);
  useEffect(() => (url === undefined ? undefined : awaitReturn(stateOf(url), setCame)), [url]);
  useEffect(() => {
    if (url !== undefined) popup?.location.replace(url);
  }, [popup, url]);
  return {
    url,
    came,
    openHere: () => {
      if (url === undefined) return;
      markHere(stateOf(url));
      windows.go(url);
    },
  };
}
