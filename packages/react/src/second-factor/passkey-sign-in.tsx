/** Sign-in by passkey: a button, and the browser's suggestions in the field that has `autocomplete="… webauthn"`. Loaded late. */
import { type Auth, AuthError, challengePasskeySignIn, loginByPasskey } from '@rollcall/account';
import type { SignedIn } from '@rollcall/contract';
import { useBrowserValue } from '@rollcall/ui';
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { FormError } from '../problem/form-error.tsx';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';
import { useLastSignInMethod } from '../session/use-last-sign-in-method.ts';
import { useSecondStep } from '../session/use-second-step.ts';
import css from '../third-party/third-party.module.css';
import { useTask } from '../task/use-task.ts';
import { answerWithPasskey, PasskeyCancelled, passkeysWorkHere } from './passkey.ts';
import { secondFactorWords } from './words.ts';

/**
 * @param enter completes the sign-in that the call begins: until it has, the person counts as signed out
 * @param suggest waits for the browser's suggestions; a challenge that expires meanwhile is replaced
 * @returns whether a passkey was used
 */
const signInByPasskey = async (
  auth: Auth,
  enter: (login: Promise<SignedIn>) => Promise<unknown>,
  suggest: boolean,
  signal: AbortSignal,
): Promise<boolean> => {
  for (;;) {
    const challenge = await challengePasskeySignIn(auth, undefined, { signal });
    try {
      const answer = await answerWithPasskey(challenge, suggest);
      await enter(loginByPasskey(auth, answer, { signal }));
      rememberSignInMethod('passkey', auth);
      return true;
    } catch (thrown) {
      if (thrown instanceof PasskeyCancelled) return false;
      if (!suggest || !(thrown instanceof AuthError && thrown.name === 'WrongTicket')) throw thrown;
    }
  }
};

export interface PasskeySignInProps {
  /** Called once, when the tokens are stored. */
  readonly onSignedIn: () => void;
}

/**
 * Draws the button that signs in by a passkey. Nothing is drawn where the browser has no passkeys.
 * @example <PasskeySignIn onSignedIn={close} />
 * @see `docs/react.md`
 */
export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const { auth, phrases } = useRollcall();
  const last = useLastSignInMethod() === 'passkey';
  const given = useAuth();
  const words = useWords('secondFactor', secondFactorWords);
  const task = useTask();
  const secondStep = useSecondStep();
  const supported = useBrowserValue(passkeysWorkHere, false);
  const [cancelled, setCancelled] = useState(false);
  /** Of the first rendering: the page may unmount this as soon as the session has begun. */
  const [done] = useState(() => onSignedIn);
  const [complete] = useState(() => secondStep);
  useEffect(() => {
    if (!auth || !supported) return;
    const controller = new AbortController();
    const suggest = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || controller.signal.aborted) return;
      const enter = (login: Promise<SignedIn>) => complete(login, wait => wait);
      if (await signInByPasskey(auth, enter, true, controller.signal)) done();
    };
    // suggestions are an offer: without them the form and the button still work
    suggest().catch(() => {});
    return () => {
      controller.abort();
      WebAuthnAbortService.cancelCeremony();
    };
  }, [auth, supported, done, complete]);
  if (!supported) return null;
  return (
    <div className={css.entry} data-last={last ? '' : undefined}>
      <FormError problem={task.problem} retry={task.retry} />
      <button
        type="button"
        className={css.button}
        data-way="passkey"
        aria-disabled={task.phase !== 'idle' || undefined}
        onClick={() => {
          setCancelled(false);
          task.run(async (signal, waitForUser) => {
            const enter = (login: Promise<SignedIn>) => secondStep(login, waitForUser);
            if (await signInByPasskey(given(), enter, false, signal)) onSignedIn();
            else setCancelled(true);
          });
        }}
      >
        <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
          <path
            d="M14.5 3a6.5 6.5 0 0 0-6.2 8.5L2.5 17.3v4.2h4.2v-2.5h2.5v-2.5h2l1.3-1.3A6.5 6.5 0 1 0 14.5 3Zm2 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z"
            fill="currentColor"
            fillRule="evenodd"
          />
        </svg>
        <span>{words.signIn}</span>
        {last ? <small>{phrases.signIn.lastUsed}</small> : null}
      </button>
      <p aria-live="polite" className={css.cancelled}>
        {cancelled ? words.passkeyFailed : null}
      </p>
    </div>
  );
}
