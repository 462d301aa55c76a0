/** Finishes a sign-in or binding after the vendor has sent the person back. Draws nothing. */
import {
  AuthError,
  bindThirdParty,
  finishThirdParty,
  getPrivacy,
  getProfile,
  loginByQq,
  loginByWechat,
  prepareThirdPartyBinding,
  type Return,
} from '@rollcall/account';
import { safeReturnPath } from '@rollcall/contract';
import { useEffect, useRef, useState } from 'react';
import { failureOf, type ThirdPartyFailure } from './failure.ts';
import { deleteTicket, writeTicket, readTicket } from '../forms/ticket.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useSecondStep } from '../session/use-second-step.ts';
import type { Provider } from './provider.ts';

export type FinishState =
  | { readonly step: 'working' }
  | { readonly step: 'phone'; readonly ticket: string }
  /**
   * `account`: the name and the masked number or address of the account that will be bound. `nickname`: the name of the
   * account at the vendor, as its owner chose it; null if the vendor does not send it.
   */
  | {
      readonly step: 'confirm';
      readonly account: string;
      readonly nickname: string | null;
      readonly ticket: string;
    }
  | { readonly step: 'failed'; readonly failure: ThirdPartyFailure }
  | { readonly step: 'signed-in' }
  | { readonly step: 'bound' };

export interface ThirdPartyFinishFlow {
  readonly state: FinishState;
  /** What this browser had started; undefined where it had started nothing. */
  readonly begun: Pick<Return, 'intent' | 'returnTo'> | undefined;
  /** Its problem is one of the network or the server; `retry` repeats the last step. */
  readonly task: Task;
  /** Binds, once the person said yes to `confirm`. */
  readonly bind: () => void;
  readonly fail: (failure: ThirdPartyFailure) => void;
  /** Call it when the phone form is done. */
  readonly finished: () => void;
}

const PARTS = ['address', 'ticket', 'returnTo'] as const;

const BINDING_PARTS = [...PARTS, 'account', 'nickname'] as const;

/** The step of a binding that waits for the person's yes. */
const bindingOf = (provider: Provider): string => `${provider}-binding`;

const ticketOf = ({ body }: AuthError): string | undefined => {
  const { data } = (body ?? {}) as { data?: { oauth_ticket?: unknown } };
  return typeof data?.oauth_ticket === 'string' ? data.oauth_ticket : undefined;
};

/**
 * Finishes the return at `address`, once.
 *
 * @param options.home the path to go to where the start of the sign-in did not name one
 * @example const finish = useThirdPartyFinish({ provider: 'qq', address: location.href, home: '/' });
 * @see `docs/third-party.md`
 */
export function useThirdPartyFinish(options: {
  provider: Provider;
  address: string;
  home: string;
  onSignedIn?: (returnTo: string) => void;
  onBound?: (returnTo: string) => void;
  /** Called when it is known whether this is a sign-in or a binding. */
  onBegun?: (intent: Return['intent']) => void;
}): ThirdPartyFinishFlow {
  const { provider, address, home } = options;
  const { auth } = useRollcall();
  const [state, setState] = useState<FinishState>({ step: 'working' });
  const [begun, setBegun] = useState<ThirdPartyFinishFlow['begun']>();
  const back = useRef<Return>(undefined);
  const begunIntent = begun?.intent;
  const task = useTask();
  const secondStep = useSecondStep();
  const { run } = task;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (begunIntent) latest.current.onBegun?.(begunIntent);
  }, [begunIntent]);

  useEffect(() => {
    if (!auth) return;
    const kept = readTicket(provider, PARTS);
    if (kept?.address === address) {
      // after a reload the vendor's code is used up, while the ticket may still be valid
      // oxlint-disable-next-line react/set-state-in-effect
      setBegun({ intent: 'sign-in', returnTo: kept.returnTo });
      setState({ step: 'phone', ticket: kept.ticket });
      return;
    }
    const binding = readTicket(bindingOf(provider), BINDING_PARTS);
    if (binding?.address === address) {
      const { returnTo, ticket, account, nickname } = binding;
      setBegun({ intent: 'bind', returnTo });
      setState({ step: 'confirm', account, nickname: nickname || null, ticket });
      return;
    }
    run(async (signal, waitForUser) => {
      try {
        back.current ??= finishThirdParty(auth, address);
        const { code, appid, redirectUri, intent } = back.current;
        const returnTo = safeReturnPath(back.current.returnTo, home);
        setBegun({ intent, returnTo });
        if (code === undefined) {
          setState({ step: 'failed', failure: 'denied' });
          return;
        }
        const fields = { code, appid };
        const qqFields = { ...fields, redirect_uri: redirectUri };
        if (intent === 'bind') {
          // Asked first, by name: a page that leads here must not be enough to bind.
          const { id, phone_number, email } = await getPrivacy(auth, undefined, { signal });
          const { nickname } = await getProfile(auth, undefined, { signal });
          const own = back.current.account ?? id;
          const named = [nickname, phone_number ?? email].filter(Boolean).join(' · ');
          if (own !== id) {
            setState({ step: 'failed', failure: 'forged' });
            return;
          }
          const prepared = await prepareThirdPartyBinding(
            auth,
            { provider, ...(provider === 'wechat' ? fields : qqFields) },
            { signal },
          );
          const { nickname: theirs, bind_ticket: ticket } = prepared;
          // a change of language loads the page again
          const shown = { account: named, nickname: theirs ?? '' };
          writeTicket(bindingOf(provider), { address, ticket, returnTo, ...shown });
          setState({ step: 'confirm', account: named, nickname: theirs, ticket });
          return;
        }
        try {
          const login =
            provider === 'wechat'
              ? loginByWechat(auth, fields, { signal })
              : loginByQq(auth, qqFields, { signal });
          await secondStep(login, waitForUser);
        } catch (thrown) {
          const ticket =
            thrown instanceof AuthError && thrown.name === 'PhoneRequired' ? ticketOf(thrown) : undefined;
          if (ticket === undefined) throw thrown;
          writeTicket(provider, { address, ticket, returnTo });
          setState({ step: 'phone', ticket });
          return;
        }
        rememberSignInMethod(provider, auth);
        setState({ step: 'signed-in' });
        latest.current.onSignedIn?.(returnTo);
      } catch (thrown) {
        const failure = failureOf(thrown);
        if (!failure) throw thrown;
        setState({ step: 'failed', failure });
      }
    });
  }, [auth, provider, address, home, run, secondStep]);

  const bind = () =>
    run(async signal => {
      if (!auth || !begun || state.step !== 'confirm') return;
      try {
        await bindThirdParty(auth, { bind_ticket: state.ticket }, { signal });
        deleteTicket(bindingOf(provider));
        setState({ step: 'bound' });
        latest.current.onBound?.(begun.returnTo);
      } catch (thrown) {
        const failure = failureOf(thrown);
        if (!failure) throw thrown;
        deleteTicket(bindingOf(provider));
        setState({ step: 'failed', failure });
      }
    });

  return {
    state,
    begun,
    task,
    bind,
    fail: failure => {
      deleteTicket(provider);
      setState({ step: 'failed', failure });
    },
    finished: () => {
      deleteTicket(provider);
      rememberSignInMethod(provider, auth);
      setState({ step: 'signed-in' });
      options.onSignedIn?.(begun?.returnTo ?? home);
    },
  };
}
