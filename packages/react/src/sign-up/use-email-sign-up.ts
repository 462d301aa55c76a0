/** Signing up by e-mail: the flow's state. Draws nothing. */
import { checkEmailCaptcha, registerByEmail, sendEmailCaptcha, signAgreements } from '@rollcall/account';
import { useRef, useState } from 'react';
import { agreementChecks, type AgreementPlace, agreementsIn } from '../agreements/form-agreements.ts';
import { type Agreements, useAgreements } from '../agreements/use-agreements.ts';
import { code, emailAddress, newPassword } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';
import { useSecondStep } from '../session/use-second-step.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';

const RULES = { email: emailAddress, captcha: code, password: newPassword };
const PLACES = { WrongTicket: 'captcha' } as const;

export interface EmailSignUpFlow {
  readonly form: Form<'email' | 'captcha' | 'password', AgreementPlace>;
  readonly agreements: Agreements;
  /** Whether the account is there. */
  readonly done: boolean;
}

/**
 * Holds the state of `EmailSignUp`; draws nothing.
 *
 * @param options.onSignedUp called once, when the account is there and its tokens are stored
 * @example const { form } = useEmailSignUp({ onSignedUp: close });
 * @see `docs/react.md`
 */
export function useEmailSignUp(options: { onSignedUp?: (() => void) | undefined } = {}): EmailSignUpFlow {
  const auth = useAuth();
  const [done, setDone] = useState(false);
  const agreements = useAgreements('in-force');
  const secondStep = useSecondStep();
  // a code can be used once: after a refusal of the sign-up, the ticket that it gave is used again
  const proof = useRef<Readonly<Record<'email' | 'captcha' | 'ticket', string>>>(undefined);
  const form = useForm<'email' | 'captcha' | 'password', AgreementPlace>({
    rules: RULES,
    checks: agreementChecks(agreements),
    draft: 'email-sign-up',
    identifier: 'email',
    problemPlaces: PLACES,
    code: {
      purpose: 'email',
      to: 'email',
      ask: (email, call) => sendEmailCaptcha(auth(), { email }, call),
    },
    submit: async ({ email, captcha, password }, signal, waitForUser) => {
      if (proof.current?.email !== email || proof.current.captcha !== captcha) {
        const { captchaTicket } = await checkEmailCaptcha(auth(), { email, captcha }, { signal });
        proof.current = { email, captcha, ticket: captchaTicket };
      }
      const { ticket: captchaTicket } = proof.current;
      const fields = { captchaTicket, password, rePassword: password };
      await secondStep(registerByEmail(auth(), fields, { signal }), waitForUser);
      const ids = (agreements.list ?? []).map(agreement => agreement.id);
      // the account is there: an agreement whose call failed is asked for on the account page
      if (ids.length > 0) await signAgreements(auth(), { agreement_ids: ids }, { signal }).catch(() => {});
      rememberSignInMethod('password', auth());
      setDone(true);
      options.onSignedUp?.();
    },
  });
  return { form, agreements: agreementsIn(form, agreements), done };
}
