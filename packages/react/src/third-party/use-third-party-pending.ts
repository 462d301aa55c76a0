/** Waits for the vendor's page in another window or a frame. This page finishes the sign-in. Draws nothing. */
import { beginThirdParty } from '@rollcall/account';
import type { ThirdParty } from '@rollcall/contract';
import { useEffect, useRef, useState } from 'react';
import { useRollcall } from '../provider/provider.tsx';
import { awaitReturn, markHere, stateOf, windows } from './windows.ts';

/** Milliseconds after which an embedded page is begun anew: less than the ten minutes for which its state is kept. */
const RENEW_MS = 540_000;

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
 * @param options.onAnswered called once, when the vendor's answer has come
 */
export function useThirdPartyPending(options: {
  to: ThirdParty;
  popup: Window | undefined;
  returnTo: string;
  onAnswered?: (() => void) | undefined;
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
  useEffect(() => {
    if (url === undefined || popup || came !== undefined) return;
    const timer = setTimeout(() => setUrl(undefined), RENEW_MS);
    return () => clearTimeout(timer);
  }, [url, popup, came]);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (url === undefined) return;
    return awaitReturn(stateOf(url), address => {
      setCame(address);
      latest.current.onAnswered?.();
    });
  }, [url]);
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
