/** The human verification on its own, for a form that is not one of ours: its state. Draws nothing. */
import type { Verified } from '@rollcall/captcha';
import { useEffect, useState } from 'react';
import { type Problem } from '../problem/problem.ts';
import { type Phase, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { verifyHuman } from './verify-human.ts';

/** Milliseconds that the server takes a ticket for. */
export const TICKET_MS = 300_000;

export interface ChallengeOptions {
  /** What is guarded; the ticket is bound to it: a call's `sends` in the contract, `security`, or a scene of the site's own. */
  readonly scene: string;
  /** Whom it is about, as the guarded call will name them; another identity needs another ticket. */
  readonly identity: string;
  /** Called with each new ticket: for the headers X-Captcha-Ticket and X-Captcha-Id of the guarded call. */
  readonly onVerified?: ((verified: Verified) => void) | undefined;
}

export interface ChallengeFlow {
  /**
   * `open`: nobody was asked yet; `checking`: the challenge is on its way or on the screen; `verified`: `ticket` is good;
   * `failed`: `problem` says why, and `verify` asks anew; `expired`: the ticket was good for five minutes.
   */
  readonly state: 'open' | 'checking' | 'verified' | 'failed' | 'expired';
  readonly ticket: Verified | undefined;
  readonly problem: Problem | undefined;
  /** `slow`: the challenge has not come after three seconds. */
  readonly phase: Phase;
  /** Asks; nothing while it is asked already. */
  readonly verify: () => void;
  /** To be called when the ticket was used, which it can be once. */
  readonly reset: () => void;
}

export function useChallenge({ scene, identity, onVerified }: ChallengeOptions): ChallengeFlow {
  const { phrases, device } = useRollcall();
  const auth = useAuth();
  const task = useTask();
  const about = `${scene}\n${identity}`;
  const [got, setGot] = useState<{ about: string; ticket: Verified | undefined }>();
  // begun now, so that it is there when the challenge is wanted
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
