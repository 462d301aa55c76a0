/** Resets a forgotten password in two steps. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { EmailCodeFields } from '../forms/email-code-fields.tsx';
import { PhoneCodeFields } from '../forms/phone-code-fields.tsx';
import buttonsCss from '../task/buttons.module.css';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PasswordInput } from '../fields/password-input.tsx';
import { useWords } from '../provider/use-words.ts';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './reset-password.module.css';
import { type ResetPasswordFlow, type ResetWay, useResetPassword } from './use-reset-password.ts';
import { resetWords } from './words.ts';

export interface ResetPasswordProps {
  /** The path where people sign in afterwards. */
  readonly signIn: string;
  /** The path where people without an account sign up. */
  readonly signUp: string;
  /**
   * Called once, when the person was signed in with the new password. Without it the person is not signed in: a link to `signIn`
   * is drawn.
   */
  readonly onSignedIn?: () => void;
  /** The ways that are offered: `email` needs a sender of mail. @default by phone */
  readonly by?: readonly ResetWay[];
  /** The ticket of a link that the school sent. @default none */
  readonly ticket?: string | undefined;
  /** Called when the person goes on with a code, because the link is over. */
  readonly onLinkOver?: (() => void) | undefined;
  /** @default none */
  readonly slots?: FormSlots;
}

interface StepProps {
  readonly flow: ResetPasswordFlow;
  readonly slots: FormSlots;
  /** Stands under the button. */
  readonly aside: ReactNode;
}

function ProveEmail({ flow: { emailProof: proof }, ...places }: StepProps) {
  const words = useWords('reset', resetWords);
  return (
    <FlowForm
      form={proof}
      label={words.emailStep}
      {...places}
      submitLabel={words.next}
      busyLabel={words.checking}
    >
      <EmailCodeFields form={proof} />
    </FlowForm>
  );
}

function Prove({ flow: { proof }, signUp, ...places }: StepProps & { signUp: string }) {
  const words = useWords('reset', resetWords);
  return (
    <FlowForm
      form={proof}
      label={words.steps[0]}
      {...places}
      submitLabel={words.next}
      busyLabel={words.checking}
    >
      <PhoneCodeFields
        form={proof}
        remedy={
          proof.problems.phone_number?.name === 'PhoneUnregistered' ? (
            <a href={signUp}>{words.toSignUp}</a>
          ) : undefined
        }
      />
    </FlowForm>
  );
}

function Choose({ flow, slots, aside }: StepProps) {
  const { choice, identity } = flow;
  const words = useWords('reset', resetWords);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // the form that had the focus is gone
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-first]')?.focus(), []);
  return (
    <div ref={box}>
      <FlowForm
        form={choice}
        label={words.steps[1]}
        slots={{ ...slots, before: null, after: null }}
        aside={aside}
        submitLabel={words.submit}
        busyLabel={words.submitting}
      >
        {flow.expired ? (
          <button type="button" className={buttonsCss.secondary} onClick={flow.startOver}>
            {words.startOver}
          </button>
        ) : null}
        {/* tells password managers which account the password is for */}
        <input type="text" name="username" autoComplete="username" value={identity} readOnly hidden />
        <PasswordInput
          id={`${id}password`}
          label={words.newPassword}
          use="new"
          {...choice.inputProps('password')}
          value={choice.fields.values.password}
          about={[identity ?? '']}
          first
        />
        <PasswordInput
          id={`${id}again`}
          label={words.again}
          use="again"
          {...choice.inputProps('confirm_password')}
          value={choice.fields.values.confirm_password}
        />
        <p className={css.note}>{words.ends}</p>
      </FlowForm>
    </div>
  );
}

/**
 * Draws the form that sets a new password in place of a forgotten one.
 * @example <ResetPassword signIn="/sign-in" signUp="/sign-up" />
 * @see `docs/react.md`
 */
export function ResetPassword(props: ResetPasswordProps) {
  const { signIn, signUp, onSignedIn, by, ticket, onLinkOver, slots } = props;
  const words = useWords('reset', resetWords);
  const { phrases } = useRollcall();
  const flow = useResetPassword({ onSignedIn, by, ticket, onLinkOver });
  const notice = useRef<HTMLDivElement>(null);
  const set = flow.step === 'set';
  const done = flow.step === 'done' || set;
  useEffect(() => {
    if (done) notice.current?.focus();
  }, [done]);
  if (flow.step === 'signed-in')
    return <SignedInNotice word={phrases.signIn.here} text={phrases.signIn.welcome} />;
  if (done)
    return (
      <div ref={notice} className={css.done} tabIndex={-1} aria-live="polite" data-done="">
        <h2>{words.doneTitle}</h2>
        {set ? (
          <p>{words.signingIn}</p>
        ) : (
          <>
            <p>{words.done}</p>
            <a className={css.go} href={signIn}>
              {words.toSignIn}
            </a>
          </>
        )}
      </div>
    );
  const at = flow.step === 'choose' ? 2 : 1;
  const byEmail = flow.by === 'email';
  const title = at === 1 && byEmail ? words.emailStep : words.steps[at - 1];
  // The slots above everything stand above the step too, as in the other forms.
  const { logo, heading, ...within } = slots ?? {};
  const aside = (
    <>
      <a href={signIn}>{words.toSignIn}</a>
      {by && by.length > 1 && at === 1 ? (
        <button
          type="button"
          className={`${buttonsCss.link} ${css.way}`}
          onClick={() => flow.chooseBy(byEmail ? 'phone' : 'email')}
        >
          {byEmail ? words.byPhone : words.byEmail}
        </button>
      ) : null}
    </>
  );
  const places = { flow, slots: within, aside };
  return (
    <>
      {logo}
      {heading}
      <p className={css.step} aria-live="polite">
        {/* the link of the school is a proof by itself */}
        {at === 2 && flow.identity === undefined ? null : <span>{words.step(at, 2)}</span>}{' '}
        <strong>{title}</strong>
      </p>
      {flow.step === 'choose' ? (
        <Choose {...places} />
      ) : byEmail ? (
        <ProveEmail {...places} />
      ) : (
        <Prove {...places} signUp={signUp} />
      )}
    </>
  );
}
