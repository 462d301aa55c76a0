/** Signing in by a code to an e-mail address: the flow's state. Draws nothing. */
import { loginByEmail, sendEmailLoginCaptcha } from '@rollcall/account';
import { useState } from 'react';
import { code, emailAddress } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';
import { useSecondStep } from '../session/use-second-step.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';

const RULES = { email: emailAddress, captcha: code };

/** The form of signing in by e-mail. */
export interface EmailSignInFlow extends Form<'email' | 'captcha'> {
  /** Whether the person is signed in. */
  readonly done: boolean;
}

/**
 * Holds the state of `EmailSignIn`; draws nothing.
 *
 * @param options.onSignedIn called once, when the tokens are stored
 * @example const { inputProps, submit } = useEmailSignIn({ onSignedIn: close });
 * @see `docs/react.md`
 */
export function useEmailSignIn(options: { onSignedIn?: (() => void) | undefined } = {}): EmailSignInFlow {
  const auth = useAuth();
  const secondStep = useSecondStep();
  const [done, setDone] = useState(false);
  const form = useForm({
    rules: RULES,
    draft: 'email-sign-in',
    identifier: 'email',
    code: {
      purpose: 'login',
      to: 'email',
      ask: (email, call) => sendEmailLoginCaptcha(auth(), { email }, call),
    },
    submit: async (values, signal, waitForUser) => {
      await secondStep(loginByEmail(auth(), values, { signal }), waitForUser);
      rememberSignInMethod('email', auth());
      setDone(true);
      options.onSignedIn?.();
    },
  });
  return { ...form, done };
}
