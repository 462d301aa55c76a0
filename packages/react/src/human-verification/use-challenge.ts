/** The state of a human verification for a site's own form. Draws nothing. */
import type { Verified } from '@rollcall/captcha';
import { useEffect, useState } from 'react';
import { type Problem } from '../problem/problem.ts';
import { type Phase, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { verifyHuman } from './verify-human.ts';

/** Milliseconds for which the server accepts a ticket. */
export const TICKET_MS = 300_000;

export interface ChallengeOptions {
  /**
   * The scene that the ticket is bound to: a call's `sends` in the contract, `security`, or a name of the
   * site's own.
   */
  readonly scene: string;
  /** The identity that the guarded call will send; a ticket is bound to it. */
  readonly identity: string;
  /** Called with each new ticket, for the headers X-Captcha-Ticket and X-Captcha-Id of the guarded call. */
  readonly onVerified?: ((verified: Verified) => void) | undefined;
}

export interface ChallengeFlow {
  /**
   * `open`: not verified yet; `checking`: the challenge is loading or on the screen; `verified`: `ticket` can
   * be used; `failed`: see `problem`; `expired`: five minutes have passed since the ticket was given.
   */
  readonly state: 'open' | 'checking' | 'verified' | 'failed' | 'expired';
  readonly ticket: Verified | undefined;
  readonly problem: Problem | undefined;
  /** `slow`: the challenge has not appeared within three seconds. */
  readonly phase: Phase;
  /** Starts the verification; ignored while one is running. */
  readonly verify: () => void;
  /** Call it when the ticket was used. */
  readonly reset: () => void;
}

/**
 * Holds the state of `Challenge`; draws nothing.
 * @example const { state, ticket, verify } = useChallenge({ scene: 'my-scene', identity: phone });
 * @see `docs/react.md`
 */
export function useChallenge({ scene, identity, onVerified }: ChallengeOptions): ChallengeFlow {
  const { phrases, device } = useRollcall();
  const auth = useAuth();
  const task = useTask();
  const about = `${scene}\n${identity}`;
  const [got, setGot] = useState<{ about: string; ticket: Verified | undefined }>();
  // follows the page from now on, and computes the device's id once the page is used
  useEffect(() => void device?.(), [device]);
  const ticket = got?.about === about ? got.ticket : undefined;
  useEffect(() => {
    if (!ticket) return;
    const timer = setTimeout(() => setGot({ about, ticket: undefined }), TICKET_MS);
    return () => clearTimeout(timer);
  }, [ticket, about]);
  const working = task.phase !== 'idle';
  return {
    state: working
      ? 'checking'
      : ticket
        ? 'verified'
        : task.problem
          ? 'failed'
          : got?.about === about
            ? 'expired'
            : 'open',
    ticket: working ? undefined : ticket,
    problem: task.problem,
    phase: task.phase,
    verify: () => {
      if (ticket) return;
      task.run(async (signal, waitForUser) => {
        const { language } = phrases;
        const verified = await waitForUser(
          verifyHuman(auth(), { scene, identity, language, signal }, device),
        );
        setGot({ about, ticket: verified });
        onVerified?.(verified);
      });
    },
    reset: () => {
      setGot(undefined);
      task.clear();
    },
  };
}
