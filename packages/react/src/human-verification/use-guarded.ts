/**
 * Makes a call, and where the server asks for a human verification, shows the challenge and makes the call
 * again.
 */
import { AuthError, type CallOptions } from '@rollcall/account';
import { useCallback, useEffect } from 'react';
import { problemOf } from '../problem/problem.ts';
import type { WaitForUser } from '../task/use-task.ts';
import { useRollcall } from '../provider/provider.tsx';
import { verifyHuman } from './verify-human.ts';

/** What the ticket is bound to. */
export interface Guard {
  /** The call's `sends` in the contract, or `security` for the sign-in by password. */
  readonly scene: string;
  /** The phone number, e-mail address or username that the call names. */
  readonly identity: string;
  readonly signal: AbortSignal;
  readonly waitForUser: WaitForUser;
}

/**
 * Makes the call; where it is refused for want of a human verification, shows the challenge and makes it once
 * more with `options.captcha`. Rejects with the refusal of the last call, or with the failure of the challenge
 * as an AuthError: CaptchaClosed, CaptchaFailed and others (specification, section 8).
 */
export type Guarded = <T>(guard: Guard, call: (options: CallOptions) => Promise<T>) => Promise<T>;

/**
 * After too many wrong passwords `loginSecurely` accepts a ticket in the place of a delay; a busy server does
 * not, and nor does an account whose password is locked.
 */
const wantsHuman = (thrown: unknown, scene: string): boolean =>
  thrown instanceof AuthError &&
  (thrown.name === 'InvalidTicket' || (scene === 'security' && problemOf(thrown).name === 'TooManyAttempts'));

/**
 * Gives the function that makes guarded calls; draws nothing.
 * @example const guarded = useGuarded();
 * @see `docs/react.md`
 */
export function useGuarded(): Guarded {
  const { auth, phrases, device } = useRollcall();
  const { language } = phrases;
  // follows the page from now on, and computes the device's id once the page is used
  useEffect(() => void device?.(), [device]);
  return useCallback(
    async ({ scene, identity, signal, waitForUser }, call) => {
      // this call may be refused for want of a challenge: the id is computed while it is on its way
      void device?.()();
      try {
        return await call({ signal });
      } catch (thrown) {
        if (!auth || !wantsHuman(thrown, scene)) throw thrown;
      }
      const challenge = verifyHuman(auth, { identity, scene, language, signal }, device);
      return call({ signal, captcha: await waitForUser(challenge) });
    },
    [auth, language, device],
  );
}
