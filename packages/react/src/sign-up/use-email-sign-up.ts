/** Signing up by e-mail: the flow's state. Draws nothing. */
import { checkEmailCaptcha, registerByEmail, sendEmailCaptcha, signAgreements } from '@rollcall/account';
import { fields as rules } from '@rollcall/contract';
import { useRef, useState } from 'react';
import { type Agreements, useAgreements } from '../agreements/use-agreements.ts';
import { codeDigits } from '../fields/code-digits.ts';
import { codeMistake, passwordMistake } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';
import { useAuth } from '../provider/provider.tsx';

const PLACES = ['email', 'captcha', 'password', 'agreement_ids'] as const;
const INITIAL = { email: '', captcha: '', password: '' } as const;
const SECRETS = ['captcha', 'password'] as const;
const BESIDE = { WrongTicket: 'captcha' } as const;

const addressOf = (typed: string): string => {
  const address = typed.trim();
  return rules.EMAIL_ADDRESS.test(address) ? address : '';
};

export interface EmailSignUpFlow {
  readonly form: Form<'email' | 'captcha' | 'password', 'agreement_ids'>;
  readonly agreements: Agreements;
  readonly done: boolean;
}

/** `onSignedUp` is called once, when the account is there and its tokens are stored. */
export function useEmailSignUp(options: { onSignedUp?: (() => void) | undefined } = {}): EmailSignUpFlow {
  const auth = useAuth();
  const [done, setDone] = useState(false);
  const agreements = useAgreements('in-force');
  const accepted = agreements.accepted || agreements.list?.length === 0;
  // a code is good once: after a refusal what it proved is used again
  const proof = useRef<Readonly<Record<'email' | 'captcha' | 'ticket', string>>>(undefined);
  const form = useForm<'email' | 'captcha' | 'password', 'agreement_ids'>({
    initial: INITIAL,
    secrets: SECRETS,
    draft: 'email-sign-up',
    places: PLACES,
    beside: BESIDE,
    check: typed => ({
      email:
        addressOf(typed.email) === ''
          ? { name: typed.email.trim() === '' ? 'EmailMissing' : 'InvalidEmail' }
          : undefined,
      captcha: codeMistake(typed.captcha),
      password: passwordMistake(typed.password),
      agreement_ids: accepted ? undefined : { name: 'AgreementsUnsigned' },
    }),
    code: {
      purpose: 'email',
      to: { field: 'email', read: addressOf },
      ask: (email, call) => sendEmailCaptcha(auth(), { email }, call),
    },
    work: async (typed, signal) => {
      const email = addressOf(typed.email);
      const captcha = codeDigits(typed.captcha);
      const { password } = typed;
      if (proof.current?.email !== email || proof.current.captcha !== captcha) {
        const { captchaTicket } = await checkEmailCaptcha(auth(), { email, captcha }, { signal });
        proof.current = { email, captcha, ticket: captchaTicket };
      }
      const { ticket: captchaTicket } = proof.current;
      await registerByEmail(auth(), { captchaTicket, password, rePassword: password }, { signal });
      const ids = (agreements.list ?? []).map(agreement => agreement.id);
      // the account is there: an agreement that did not arrive is asked for on its page
      if (ids.length > 0) await signAgreements(auth(), { agreement_ids: ids }, { signal }).catch(() => {});
      rememberSignInMethod('password');
      setDone(true);
      options.onSignedUp?.();
    },
  });
  return {
    form,
    agreements: {
      ...agreements,
      accept: now => {
        agreements.accept(now);
        form.forgive('agreement_ids');
      },
    },
    done,
  };
}
