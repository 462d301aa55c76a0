/** A forgotten password, in two steps. */
import { useEffect, useId, useRef } from 'react';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PasswordInput } from '../fields/password-input.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './reset-password.module.css';
import { type ResetPasswordFlow, useResetPassword } from './use-reset-password.ts';
import { resetWords } from './words.ts';

export interface ResetPasswordProps {
  /** Where people go when it is done. */
  readonly signIn: string;
  /** Where those go whose number has no account. */
  readonly signUp: string;
  /** Where given, whoever has set the new password is signed in with it, and this is called once. */
  readonly onSignedIn?: () => void;
  readonly slots?: FormSlots;
}

interface StepProps {
  readonly flow: ResetPasswordFlow;
  readonly slots: FormSlots | undefined;
}

function Prove({ flow: { proof }, signUp, slots }: StepProps & { signUp: string }) {
  const words = useWords('reset', resetWords);
  const id = useId();
  return (
    <FlowForm label={words.steps[0]} slots={slots} onSubmit={proof.submit}>
      <FormError problem={proof.problem} retry={proof.again} />
      {slots?.before}
      <PhoneInput
        id={`${id}phone`}
        {...proof.of('phone_number')}
        remedy={
          proof.problems.phone_number?.name === 'PhoneUnregistered' ? (
            <a href={signUp}>{words.toSignUp}</a>
          ) : undefined
        }
        first
      />
      <div>
        <CodeInput id={`${id}captcha`} {...proof.of('captcha')} sender={proof.code} onSend={proof.sendCode} />
        <SlowNotice phase={proof.code.task.phase} />
      </div>
      {slots?.after}
      <SubmitButton task={proof.task} label={words.next} busy={words.checking} />
    </FlowForm>
  );
}

function Choose({ flow, slots }: StepProps) {
  const { choice, phone } = flow;
  const words = useWords('reset', resetWords);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // the form before had the focus: this one takes it over
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-first]')?.focus(), []);
  return (
    <div ref={box}>
      <FlowForm label={words.steps[1]} slots={slots} onSubmit={choice.submit}>
        <FormError problem={choice.problem} retry={choice.again} />
        {flow.expired ? (
          <button type="button" className={fieldsCss.secondary} onClick={flow.startOver}>
            {words.startOver}
          </button>
        ) : null}
        {/* tells password managers whose password this is */}
        <input type="text" name="username" autoComplete="username" value={phone} readOnly hidden />
        <PasswordInput
          id={`${id}password`}
          label={words.newPassword}
          use="new"
          {...choice.of('password')}
          value={choice.fields.values.password}
          about={[phone ?? '']}
          first
        />
        <PasswordInput
          id={`${id}again`}
          label={words.again}
          use="again"
          {...choice.of('confirm_password')}
          value={choice.fields.values.confirm_password}
        />
        <p className={css.note}>{words.ends}</p>
        <SubmitButton task={choice.task} label={words.submit} busy={words.submitting} />
      </FlowForm>
    </div>
  );
}

export function ResetPassword({ signIn, signUp, onSignedIn, slots }: ResetPasswordProps) {
  const words = useWords('reset', resetWords);
  const { phrases } = useRollcall();
  const flow = useResetPassword({ onSignedIn });
  const told = useRef<HTMLDivElement>(null);
  const done = flow.step === 'done';
  useEffect(() => {
    if (done) told.current?.focus();
  }, [done]);
  if (flow.step === 'signed-in')
    return <SignedInNotice word={phrases.signIn.here} text={phrases.signIn.welcome} />;
  if (done)
    return (
      <div ref={told} className={css.done} tabIndex={-1} aria-live="polite" data-done="">
        <h2>{words.doneTitle}</h2>
        <p>{words.done}</p>
        <a className={fieldsCss.go} href={signIn}>
          {words.toSignIn}
        </a>
      </div>
    );
  const at = flow.step === 'choose' ? 2 : 1;
  return (
    <>
      <p className={css.step} aria-live="polite">
        <span>{words.step(at, 2)}</span> <strong>{words.steps[at - 1]}</strong>
      </p>
      {flow.step === 'choose' ? (
        <Choose flow={flow} slots={slots} />
      ) : (
        <Prove flow={flow} slots={slots} signUp={signUp} />
      )}
      <p className={`${fieldsCss.aside} ${css.back}`}>
        <a href={signIn}>{words.toSignIn}</a>
      </p>
    </>
  );
}
