/** Signing up by phone: the flow's state. Draws nothing. */
import { registerByPhone, sendRegisterCaptcha } from '@rollcall/account';
import { useState } from 'react';
import {
  agreementChecks,
  agreementIds,
  type AgreementPlace,
  agreementsIn,
  orReload,
} from '../agreements/form-agreements.ts';
import { type Agreements, useAgreements } from '../agreements/use-agreements.ts';
import { code, newPassword, phoneNumber } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';
import { useSecondStep } from '../session/use-second-step.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';

export type SignUpField = 'phone_number' | 'captcha' | 'password';
const RULES = { phone_number: phoneNumber, captcha: code, password: newPassword };

/** The form of signing up by phone. */
export interface SignUpFlow extends Form<SignUpField, AgreementPlace> {
  readonly agreements: Agreements;
  /** Whether the account is there. */
  readonly done: boolean;
}

/**
 * Holds the state of `SignUp`; draws nothing.
 *
 * @param options.onSignedUp called once, when the account is there and its tokens are stored
 * @example const { inputProps, submit } = useSignUp({ onSignedUp: close });
 * @see `docs/react.md`
 */
export function useSignUp(options: { onSignedUp?: (() => void) | undefined } = {}): SignUpFlow {
  const auth = useAuth();
  const [done, setDone] = useState(false);
  const agreements = useAgreements('in-force');
  const secondStep = useSecondStep();
  const form = useForm<SignUpField, AgreementPlace>({
    rules: RULES,
    checks: agreementChecks(agreements),
    draft: 'sign-up',
    identifier: 'phone_number',
    code: {
      purpose: 'register',
      ask: (phone_number, call) => sendRegisterCaptcha(auth(), { phone_number }, call),
    },
    submit: async (values, signal, waitForUser) => {
      const agreement_ids = agreementIds(agreements);
      const signUp = registerByPhone(auth(), { ...values, agreement_ids }, { signal });
      await orReload(agreements, secondStep(signUp, waitForUser));
      rememberSignInMethod('code', auth());
      setDone(true);
      options.onSignedUp?.();
    },
  });
  return { ...form, agreements: agreementsIn(form, agreements), done };
}
