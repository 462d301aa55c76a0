/** Resets a forgotten password: a code proves the number, then a new password is set. Draws nothing. */
import {
  checkResetPasswordCaptcha,
  loginByAccount,
  resetPassword,
  sendResetPasswordCaptcha,
} from '@rollcall/account';
import { useEffect, useState } from 'react';
import { code, newPassword, phoneNumber, repeatedPassword } from '../forms/rules.ts';
import { deleteTicket, writeTicket, readTicket } from '../forms/ticket.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';
import { useAuth } from '../provider/provider.tsx';

const STEP = 'reset';
const PROOF = { phone_number: phoneNumber, captcha: code };
const CHOICE = { password: newPassword, confirm_password: repeatedPassword };

export interface ResetPasswordFlow {
  /**
   * `prove` the number by a code; `choose` the new password; `done`: the password is set and every session has
   * ended; `signed-in`: and the person was signed in with it.
   */
  readonly step: 'prove' | 'choose' | 'done' | 'signed-in';
  /** The proved number; undefined before. */
  readonly phone: string | undefined;
  /** The form of the first step. */
  readonly proof: Form<'phone_number' | 'captcha'>;
  /** The form of the second. */
  readonly choice: Form<'password' | 'confirm_password'>;
  /** Whether the proof has expired: only `startOver` helps. */
  readonly expired: boolean;
  readonly startOver: () => void;
}

/**
 * A reload within ten minutes of the proof continues with the second step.
 *
 * @param options.onSignedIn called once, when the person was signed in with the new password; without it, or
 * where that is refused, the person signs in by hand
 */
export function useResetPassword(options: { onSignedIn?: (() => void) | undefined } = {}): ResetPasswordFlow {
  const auth = useAuth();
  const [proved, setProved] = useState<Readonly<Record<'ticket' | 'phone', string>>>();
  const [ended, setEnded] = useState<'done' | 'signed-in'>();
  useEffect(() => {
    // while prerendering there is no storage: it is read after the first render
    // oxlint-disable-next-line react/set-state-in-effect
    setProved(readTicket(STEP, ['ticket', 'phone']));
  }, []);
  const forgetProof = () => {
    deleteTicket(STEP);
    setProved(undefined);
  };
  const proof = useForm({
    rules: PROOF,
    draft: 'reset',
    code: {
      purpose: 'reset',
      ask: (phone_number, call) => sendResetPasswordCaptcha(auth(), { phone_number }, call),
    },
    submit: async (values, signal) => {
      const { ticket } = await checkResetPasswordCaptcha(auth(), values, { signal });
      const phone = values.phone_number;
      writeTicket(STEP, { ticket, phone });
      setProved({ ticket, phone });
    },
  });
  const choice = useForm({
    rules: CHOICE,
    submit: async ({ password, confirm_password }, signal) => {
      await resetPassword(auth(), { ticket: proved?.ticket ?? '', password, confirm_password }, { signal });
      let end: 'done' | 'signed-in' = 'done';
      if (options.onSignedIn && proved) {
        try {
          await loginByAccount(auth(), { identity: proved.phone, password }, { signal });
          rememberSignInMethod('password');
          end = 'signed-in';
        } catch {
          // the password is set, even where this sign-in fails
        }
      }
      forgetProof();
      setEnded(end);
      if (end === 'signed-in') options.onSignedIn?.();
    },
  });
  return {
    step: ended ?? (proved ? 'choose' : 'prove'),
    phone: proved?.phone,
    proof,
    choice,
    expired: choice.problem?.name === 'WrongTicket',
    startOver: () => {
      choice.clearProblems();
      choice.fields.forget();
      forgetProof();
    },
  };
}
