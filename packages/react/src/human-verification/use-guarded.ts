/** Human verification where a call asks for it: the challenge, and the call once more with its ticket. */
import { AuthError, type CallOptions } from '@rollcall/account';
import { useCallback, useEffect } from 'react';
import type { WaitForUser } from '../task/use-task.ts';
import { useRollcall } from '../provider/provider.tsx';
import { verifyHuman } from './verify-human.ts';

/** What is guarded, and for whom; the ticket is bound to both. */
export interface Guard {
  /** The call's `sends` in the contract, or `security` for the sign-in by password. */
  readonly scene: string;
  /** The phone number, e-mail address or username that the call names. */
  readonly identity: string;
  readonly signal: AbortSignal;
  readonly waitForUser: WaitForUser;
}

/**
 * Makes the call; where it is refused for want of a human, shows the challenge and makes it once more, with
 * `options.captcha`. Rejects with what the last call was refused with, or with the challenge's own end as an AuthError:
 * CaptchaClosed, CaptchaFailed and the others of the verification (specification, section 8).
 */
export type Guarded = <T>(guard: Guard, call: (options: CallOptions) => Promise<T>) => Promise<T>;

/** Too many wrong passwords are a delay that a verified human is spared, by `loginSecurely`; a busy server is not. */
const wantsHuman = (thrown: unknown, scene: string): boolean =>
  thrown instanceof AuthError &&
  (thrown.name === 'InvalidTicket' ||
    (scene === 'security' && thrown.name === 'TooBusy' && thrown.status === 429));

/** Gives the way in which guarded calls are made; draws nothing itself. */
export function useGuarded(): Guarded {
  const { auth, phrases, device } = useRollcall();
  const { language } = phrases;
  // begun now, so that it is there when a challenge is wanted
  useEffect(() => void device?.(), [device]);
  return useCallback(
    async ({ scene, identity, signal, waitForUser }, call) => {
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
