/** A third party's page beside this one, in a window of its own or embedded; it is this page that finishes. Draws nothing. */
import { beginThirdParty } from '@rollcall/account';
import type { ThirdParty } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { useRollcall } from '../provider/provider.tsx';
import { awaitReturn, markHere, stateOf, windows } from './windows.ts';

export interface ThirdPartyPendingFlow {
  /** The vendor's page; undefined while prerendering. */
  readonly url: string | undefined;
  /** The address that the vendor sent the person back to: it is to be finished. */
  readonly came: string | undefined;
  /** Goes to the vendor in this window after all. */
  readonly openHere: () => void;
}

/** Begins at once; `popup` is the window that was opened for it. */
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
    // begun once: what is begun again would not be known when the vendor comes back
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
