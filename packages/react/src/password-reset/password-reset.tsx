/** A forgotten password: the number is proved, then a new password is written twice. */
import { checkResetPasswordCaptcha, resetPassword, sendResetPasswordCaptcha } from '@rollcall/account';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { codeFigures } from '../fields/code.ts';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { againMistake, codeMistake, passwordMistake, phoneMistake } from '../fields/mistakes.ts';
import { PasswordInput } from '../fields/password-input.tsx';
import { normalisePhone } from '../fields/phone.ts';
import { PhoneInput } from '../fields/phone-input.tsx';
import { forgetTicket, keepTicket, readTicket } from '../fields/ticket.ts';
import { useFirstFocus } from '../fields/use-first-focus.ts';
import { useForm } from '../fields/use-form.ts';
import { Confirm, FormProblem, Slow } from '../fields/work.tsx';
import { useAuth, useRollcall } from '../session/provider.tsx';
import css from './password-reset.module.css';
import { resetWords } from './words.ts';

const STEP = 'reset';
type Proved = Readonly<Record<'ticket' | 'phone', string>>;

function Prove(props: { signUp: string; onProved: (proved: Proved) => void }) {
  const { phrases } = useRollcall();
  const words = resetWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  useFirstFocus(box);
  const form = useForm({
    initial: INITIAL_PROOF,
    secrets: PROOF_SECRETS,
    draft: 'reset',
    places: PROOF_PLACES,
    check: typed => ({
      phone_number: phoneMistake(typed.phone_number),
      captcha: codeMistake(typed.captcha),
    }),
    code: {
      purpose: 'reset',
      ask: (phone_number, call) => sendResetPasswordCaptcha(auth(), { phone_number }, call),
    },
    work: async (typed, signal) => {
      const phone = normalisePhone(typed.phone_number);
      const { ticket } = await checkResetPasswordCaptcha(
        auth(),
        { phone_number: phone, captcha: codeFigures(typed.captcha) },
        { signal },
      );
      const proved = { ticket, phone };
      keepTicket(STEP, proved);
      props.onProved(proved);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form
      ref={box}
      className={fieldsCss.form}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={words.steps[0]}
    >
      <FormProblem problem={form.problem} retry={form.again} />
      <PhoneInput
        id={`${id}phone`}
        {...form.of('phone_number')}
        remedy={
          form.problems.phone_number?.name === 'PhoneUnregistered' ? (
            <a href={props.signUp}>{words.toSignUp}</a>
          ) : undefined
        }
        first
      />
      <div>
        <CodeInput id={`${id}captcha`} {...form.of('captcha')} sender={form.code} onSend={form.sendCode} />
        <Slow phase={form.code.task.phase} />
      </div>
      <Confirm task={form.task} label={words.next} busy={words.checking} />
    </form>
  );
}
const INITIAL_PROOF = { phone_number: '', captcha: '' } as const;
const PROOF_PLACES = ['phone_number', 'captcha'] as const;
const PROOF_SECRETS = ['captcha'] as const;

function Choose(props: { proved: Proved; onDone: () => void; onStartOver: () => void }) {
  const { proved, onDone, onStartOver } = props;
  const { phrases } = useRollcall();
  const words = resetWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  // the form before had the focus: this one takes it over
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-first]')?.focus(), []);
  const form = useForm({
    initial: INITIAL_CHOICE,
    secrets: CHOICE_PLACES,
    places: CHOICE_PLACES,
    check: typed => ({
      password: passwordMistake(typed.password),
      confirm_password: againMistake(typed.password, typed.confirm_password),
    }),
    work: async ({ password, confirm_password }, signal) => {
      await resetPassword(auth(), { ticket: proved.ticket, password, confirm_password }, { signal });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  const over = form.problem?.name === 'WrongTicket';
  return (
    <form
      ref={box}
      className={fieldsCss.form}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={words.steps[1]}
    >
      <FormProblem problem={form.problem} retry={form.again} />
      {over ? (
        <button type="button" className={fieldsCss.secondary} onClick={onStartOver}>
          {words.startOver}
        </button>
      ) : null}
      {/* tells password managers whose password this is */}
      <input type="text" name="username" autoComplete="username" value={proved.phone} readOnly hidden />
      <PasswordInput
        id={`${id}password`}
        label={words.newPassword}
        use="new"
        {...form.of('password')}
        value={form.fields.values.password}
        first
      />
      <PasswordInput
        id={`${id}again`}
        label={words.again}
        use="again"
        {...form.of('confirm_password')}
        value={form.fields.values.confirm_password}
      />
      <p className={css.note}>{words.ends}</p>
      <Confirm task={form.task} label={words.submit} busy={words.submitting} />
    </form>
  );
}
const INITIAL_CHOICE = { password: '', confirm_password: '' } as const;
const CHOICE_PLACES = ['password', 'confirm_password'] as const;

/** `signIn` is where people go when it is done, `signUp` those whose number has no account. */
export function PasswordReset(props: { signIn: string; signUp: string }) {
  const { phrases } = useRollcall();
  const words = resetWords[phrases.language];
  const [proved, setProved] = useState<Proved>();
  const [done, setDone] = useState(false);
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // a reload goes on where it was: the tab's storage can only be read after the first render
    // oxlint-disable-next-line react/set-state-in-effect
    setProved(readTicket(STEP, ['ticket', 'phone']));
  }, []);
  useEffect(() => {
    if (done) told.current?.focus();
  }, [done]);
  const forget = () => {
    forgetTicket(STEP);
    setProved(undefined);
  };
  if (done)
    return (
      <div ref={told} className={css.done} tabIndex={-1} aria-live="polite" data-done="">
        <h2>{words.doneTitle}</h2>
        <p>{words.done}</p>
        <a className={fieldsCss.go} href={props.signIn}>
          {words.toSignIn}
        </a>
      </div>
    );
  const at = proved ? 2 : 1;
  return (
    <>
      <p className={css.step} aria-live="polite">
        <span>{words.step(at, 2)}</span> <strong>{words.steps[at - 1]}</strong>
      </p>
      {proved ? (
        <Choose
          proved={proved}
          onStartOver={forget}
          onDone={() => {
            forget();
            setDone(true);
          }}
        />
      ) : (
        <Prove signUp={props.signUp} onProved={setProved} />
      )}
      <p className={`${fieldsCss.aside} ${css.back}`}>
        <a href={props.signIn}>{words.toSignIn}</a>
      </p>
    </>
  );
}
