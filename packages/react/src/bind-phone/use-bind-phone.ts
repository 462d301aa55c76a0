/** Binding a phone number to a signed-in account that has none: the flow's state. Draws nothing. */
import { bindPhone, sendBindPhoneCaptcha } from '@rollcall/account';
import { useState } from 'react';
import { code, phoneNumber } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';

const RULES = { phone_number: phoneNumber, captcha: code };

export interface BindPhoneFlow {
  /** An account that has a number already is refused with `PhoneBound`. */
  readonly form: Form<'phone_number' | 'captcha'>;
  /** Whether the number is the account's. */
  readonly done: boolean;
}

/**
 * Holds the state of `BindPhone`; draws nothing.
 *
 * @param options.onBound called once, when the number is the account's
 * @example const { form, done } = useBindPhone({ onBound: close });
 * @see `docs/react.md`
 */
export function useBindPhone(options: { onBound?: (() => void) | undefined } = {}): BindPhoneFlow {
  const auth = useAuth();
  const [done, setDone] = useState(false);
  const form = useForm({
    rules: RULES,
    draft: 'bind-phone',
    code: {
      purpose: 'bind',
      ask: (phone_number, call) => sendBindPhoneCaptcha(auth(), { phone_number }, call),
    },
    submit: async (values, signal) => {
      await bindPhone(auth(), values, { signal });
      setDone(true);
      options.onBound?.();
    },
  });
  return { form, done };
}
