/** Binding a phone number to a signed-in account that has none: the flow's state. Draws nothing. */
import { bindPhone, sendBindPhoneCaptcha } from '@rollcall/account';
import { useState } from 'react';
import { codeDigits } from '../fields/code-digits.ts';
import { codeMistake, phoneMistake } from '../forms/rules.ts';
import { normalisePhone } from '../fields/phone.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';

const PLACES = ['phone_number', 'captcha'] as const;
const INITIAL = { phone_number: '', captcha: '' } as const;
const SECRETS = ['captcha'] as const;

/** States: typing, working (`form.task.phase`), `done`. An account that has a number already is told `PhoneBound`. */
export interface BindPhoneFlow {
  readonly form: Form<'phone_number' | 'captcha'>;
  readonly done: boolean;
}

/** `onBound` is called once, when the number is the account's. */
export function useBindPhone(options: { onBound?: (() => void) | undefined } = {}): BindPhoneFlow {
  const auth = useAuth();
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: INITIAL,
    secrets: SECRETS,
    draft: 'bind-phone',
    places: PLACES,
    check: typed => ({ phone_number: phoneMistake(typed.phone_number), captcha: codeMistake(typed.captcha) }),
    code: {
      purpose: 'bind',
      ask: (phone_number, call) => sendBindPhoneCaptcha(auth(), { phone_number }, call),
    },
    work: async (typed, signal) => {
      const phone_number = normalisePhone(typed.phone_number);
      await bindPhone(auth(), { phone_number, captcha: codeDigits(typed.captcha) }, { signal });
      setDone(true);
      options.onBound?.();
    },
  });
  return { form, done };
}
