/** Waits for the vendor's page in another window or a frame. This page finishes the sign-in. Draws nothing. */
import { beginThirdParty, cancelThirdParty } from '@rollcall/account';
import type { ThirdParty } from '@rollcall/contract';
import { useEffect, useRef, useState } from 'react';
import { useRollcall } from '../provider/provider.tsx';
import { awaitReturn, markHere, stateOf, windows } from './windows.ts';

/** Milliseconds after which an embedded page is begun again: less than the ten minutes for which its state is kept. */
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
 * @example const pending = useThirdPartyPending({ to, popup: undefined, returnTo: '/' });
 * @see `docs/third-party.md`
 */
export function useThirdPartyPending(options: {
  to: ThirdParty;
  popup: Window | undefined;
  returnTo: string;
  onAnswered?: (() => void) | undefined;
}): ThirdPartyPendingFlow {
  const { popup } = options;
  const { auth } = useRollcall();
  const [turn, setTurn] = useState(0);
  const [url, setUrl] = useState<string>();
  const [came, setCame] = useState<string>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  /** The URL whose state the page that follows needs. */
  const used = useRef<string>(undefined);
  useEffect(() => {
    if (!auth) return;
    // begun once for each turn: the vendor's answer belongs to this beginning
    const { to, returnTo } = latest.current;
    const begun = beginThirdParty(auth, to, {
      intent: 'sign-in',
      returnTo,
      popup: popup !== undefined,
    }).href;
    setUrl(begun);
    // a popup goes on by itself when this page is gone
    if (popup) return;
    // each kept state makes every request of this site longer
    const cancel = () => {
      if (used.current !== begun) cancelThirdParty(auth, begun);
    };
    const renew = () => setTurn(turn + 1);
    const timer = setTimeout(() => {
      if (used.current !== begun) renew();
    }, RENEW_MS);
    const shownAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) renew();
    };
    addEventListener('pagehide', cancel);
    addEventListener('pageshow', shownAgain);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', cancel);
      removeEventListener('pageshow', shownAgain);
      cancel();
    };
  }, [auth, popup, turn]);
  useEffect(() => {
    if (url === undefined) return;
    return awaitReturn(stateOf(url), address => {
      used.current = url;
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
      used.current = url;
      markHere(stateOf(url));
      windows.go(url);
    },
  };
}
