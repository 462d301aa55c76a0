/** Confirming an act of the site by a code to a phone number: the flow's state. Draws nothing. */
import { checkCommonCaptcha, sendCommonCaptcha } from '@rollcall/account';
import { useState } from 'react';
import { code, phoneNumber } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';

const RULES = { phone_number: phoneNumber, captcha: code };

export interface ConfirmPhoneOptions {
  /**
   * Called with the ticket of the number that was proved, which the site's own server spends within ten minutes, once.
   * Until it resolves the form is busy; it shows what it rejects with as a problem, and asks for another code.
   */
  readonly onTicket: (ticket: string) => void | Promise<void>;
}

export interface ConfirmPhoneFlow {
  readonly form: Form<'phone_number' | 'captcha'>;
  /** Whether `onTicket` has had its ticket and resolved. */
  readonly done: boolean;
}

/**
 * Holds the state of `ConfirmPhone`; draws nothing.
 * @example const { form } = useConfirmPhone({ onTicket: ticket => console.log(ticket) });
 * @see `docs/tokens.md`
 */
export function useConfirmPhone({ onTicket }: ConfirmPhoneOptions): ConfirmPhoneFlow {
  const auth = useAuth();
  const [done, setDone] = useState(false);
  const form = useForm({
    rules: RULES,
    draft: 'confirm-phone',
    code: {
      purpose: 'common',
      ask: (phone_number, call) => sendCommonCaptcha(auth(), { phone_number }, call),
    },
    submit: async (values, signal) => {
      const { ticket } = await checkCommonCaptcha(auth(), values, { signal });
      await onTicket(ticket);
      setDone(true);
    },
  });
  return { form, done };
}
