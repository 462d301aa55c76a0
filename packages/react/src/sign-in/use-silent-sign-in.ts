/** Signing in by a code, where a number without an account gets one: the flow's state. Draws nothing. */
import { loginSilently, sendSilentLoginCaptcha } from '@rollcall/account';
import { useState } from 'react';
import {
  agreementChecks,
  agreementIds,
  type AgreementPlace,
  agreementsIn,
  orReload,
} from '../agreements/form-agreements.ts';
import { type Agreements, useAgreements } from '../agreements/use-agreements.ts';
import { code, phoneNumber } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';
import { useSecondStep } from '../session/use-second-step.ts';

const RULES = { phone_number: phoneNumber, captcha: code };

export interface SilentSignInOptions {
  /**
   * Called once, when the tokens are stored.
   *
   * @param created whether the number had no account
   */
  readonly onSignedIn?: ((created: boolean) => void) | undefined;
}

export interface SilentSignInFlow extends Form<'phone_number' | 'captcha', AgreementPlace> {
  readonly agreements: Agreements;
  /** Whether the person is signed in. */
  readonly done: boolean;
}

/**
 * One form for people with and without an account (specification, section 7: the silent variants).
 * @example const { inputProps, submit } = useSilentSignIn({ onSignedIn: close });
 * @see `docs/react.md`
 */
export function useSilentSignIn({ onSignedIn }: SilentSignInOptions = {}): SilentSignInFlow {
  const auth = useAuth();
  const agreements = useAgreements('in-force');
  const secondStep = useSecondStep();
  const [done, setDone] = useState(false);
  const form = useForm<'phone_number' | 'captcha', AgreementPlace>({
    rules: RULES,
    checks: agreementChecks(agreements),
    draft: 'silent-sign-in',
    identifier: 'phone_number',
    code: {
      purpose: 'silence',
      ask: (phone_number, call) => sendSilentLoginCaptcha(auth(), { phone_number }, call),
    },
    submit: async (values, signal, waitForUser) => {
      const fields = { ...values, agreement_ids: agreementIds(agreements) };
      const login = loginSilently(auth(), fields, { signal });
      const created = await orReload(agreements, secondStep(login, waitForUser));
      setDone(true);
      onSignedIn?.(created);
    },
  });
  return { ...form, agreements: agreementsIn(form, agreements), done };
}
