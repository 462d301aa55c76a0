/** Resets a forgotten password: a code proves the number or the e-mail address, then a new password is set. Draws nothing. */
import {
  checkEmailResetCaptcha,
  checkResetPasswordCaptcha,
  loginByAccount,
  resetPassword,
  sendEmailResetCaptcha,
  sendResetPasswordCaptcha,
} from '@rollcall/account';
import { useEffect, useState } from 'react';
import { readIdentifier } from '../forms/draft.ts';
import { code, emailAddress, newPassword, phoneNumber, repeatedPassword } from '../forms/rules.ts';
import { deleteTicket, writeTicket, readTicket } from '../forms/ticket.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';
import { useSecondStep } from '../session/use-second-step.ts';
import { useAuth } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { resetWords } from './words.ts';

/** What proves whose account it is: a phone number or an e-mail address. */
export type ResetWay = 'phone' | 'email';

const BY_PHONE: readonly ResetWay[] = ['phone'];
const STEP = 'reset';
const PARTS = ['ticket', 'identity'] as const;
const PROOF = { phone_number: phoneNumber, captcha: code };
const EMAIL_PROOF = { email: emailAddress, captcha: code };
const LINK_PROBLEMS = { WrongTicket: 'LinkOver' } as const;
const CHOICE = { password: newPassword, confirm_password: repeatedPassword };

export interface ResetPasswordFlow {
  /**
   * `prove` the number or the address by a code; `choose` the new password; `set`: the password is set, and the person is being
   * signed in with it; `done`: the password is set and every session has ended; `signed-in`: and the person was signed in.
   */
  readonly step: 'prove' | 'choose' | 'set' | 'done' | 'signed-in';
  /** The proved number or address; undefined before, and where the link of the school is the proof. */
  readonly identity: string | undefined;
  /** What is proved in the first step: an e-mail address at first where one was typed in another form. */
  readonly by: ResetWay;
  readonly chooseBy: (by: ResetWay) => void;
  /** The form of the first step by phone. */
  readonly proof: Form<'phone_number' | 'captcha'>;
  /** The form of the first step by e-mail. */
  readonly emailProof: Form<'email' | 'captcha'>;
  /** The form of the second. */
  readonly choice: Form<'password' | 'confirm_password'>;
  /** Whether the proof has expired: only `startOver` helps. */
  readonly expired: boolean;
  readonly startOver: () => void;
}

export interface ResetPasswordOptions {
  /**
   * Called once, when the person was signed in with the new password; without it, or where that is refused, the person
   * signs in by hand.
   */
  readonly onSignedIn?: (() => void) | undefined;
  /** What may be proved in the first step, by the channels over which the server can send codes. @default by phone */
  readonly by?: readonly ResetWay[] | undefined;
  /** The ticket of a link that the school sent: goes on with the second step, and the person signs in by hand afterwards. */
  readonly ticket?: string | undefined;
  /** Called when the person goes on with a code, because the link is over. */
  readonly onLinkOver?: (() => void) | undefined;
}

/**
 * A reload within ten minutes of the proof continues with the second step.
 * @example const { step } = useResetPassword();
 * @see `docs/react.md`
 */
export function useResetPassword(options: ResetPasswordOptions = {}): ResetPasswordFlow {
  const auth = useAuth();
  const { by: ways = BY_PHONE, ticket: linked } = options;
  const [stored, setProved] = useState<Readonly<Record<(typeof PARTS)[number], string>>>();
  const [linkOver, setLinkOver] = useState(false);
  const byLink = linked && !linkOver;
  const proved = byLink ? { ticket: linked, identity: '' } : stored;
  const [ended, setEnded] = useState<'set' | 'done' | 'signed-in'>();
  useEffect(() => {
    // while prerendering there is no storage: it is read after the first render
    // oxlint-disable-next-line react/set-state-in-effect
    setProved(readTicket(STEP, PARTS));
  }, []);
  const [by, setBy] = useState<ResetWay>('phone');
  useEffect(() => {
    // as above
    // oxlint-disable-next-line react/set-state-in-effect
    if (readIdentifier()?.includes('@')) setBy('email');
  }, []);
  const clearProof = () => {
    deleteTicket(STEP);
    setProved(undefined);
    setLinkOver(true);
  };
  const prove = (ticket: string, identity: string) => {
    writeTicket(STEP, { ticket, identity });
    setProved({ ticket, identity });
  };
  const proof = useForm({
    rules: PROOF,
    draft: 'reset',
    identifier: 'phone_number',
    code: {
      purpose: 'reset',
      ask: (phone_number, call) => sendResetPasswordCaptcha(auth(), { phone_number }, call),
    },
    submit: async (values, signal) => {
      const { ticket } = await checkResetPasswordCaptcha(auth(), values, { signal });
      prove(ticket, values.phone_number);
    },
  });
  const emailProof = useForm({
    rules: EMAIL_PROOF,
    draft: 'email-reset',
    identifier: 'email',
    code: {
      purpose: 'reset',
      to: 'email',
      ask: (email, call) => sendEmailResetCaptcha(auth(), { email }, call),
    },
    submit: async (values, signal) => {
      const { ticket } = await checkEmailResetCaptcha(auth(), values, { signal });
      prove(ticket, values.email);
    },
  });
  const secondStep = useSecondStep();
  const words = useWords('reset', resetWords);
  const choice = useForm({
    rules: CHOICE,
    problemNames: byLink ? LINK_PROBLEMS : {},
    submit: async ({ password, confirm_password }, signal, waitForUser) => {
      await resetPassword(auth(), { ticket: proved?.ticket ?? '', password, confirm_password }, { signal });
      // immediately: the proof is spent, and what a sign-in asks next may take as long as the person likes
      clearProof();
      let end: 'done' | 'signed-in' = 'done';
      if (options.onSignedIn && proved?.identity) {
        setEnded('set');
        try {
          const login = loginByAccount(auth(), { identity: proved.identity, password }, { signal });
          await secondStep(login, waitForUser, words.doneNotice);
          rememberSignInMethod('password', auth());
          end = 'signed-in';
        } catch {
          // the password is set, even where this sign-in fails
        }
      }
      setEnded(end);
      if (end === 'signed-in') options.onSignedIn?.();
    },
  });
  return {
    step: ended ?? (proved ? 'choose' : 'prove'),
    identity: proved?.identity || undefined,
    by: ways.includes(by) ? by : (ways[0] ?? 'phone'),
    chooseBy: setBy,
    proof,
    emailProof,
    choice,
    expired: choice.problem?.name === 'WrongTicket' || choice.problem?.name === 'LinkOver',
    startOver: () => {
      choice.clearProblems();
      choice.fields.forget();
      clearProof();
      if (byLink) options.onLinkOver?.();
    },
  };
}
