/** The sign-in form. */
import { useId, useLayoutEffect, useRef } from 'react';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './sign-in.module.css';
import { type FormMethod, useSignIn } from './use-sign-in.ts';

const WAYS = ['code', 'password'] as const satisfies readonly FormMethod[];

export interface SignInProps {
  /** Where people without an account go. */
  readonly signUp: string;
  /** Where those go who forgot their password; without it no link is drawn. */
  readonly reset?: string;
  /** Called once, when the tokens are stored. */
  readonly onSignedIn?: () => void;
  readonly slots?: FormSlots;
}

export function SignIn({ signUp, reset, onSignedIn, slots }: SignInProps) {
  const { phrases } = useRollcall();
  const flow = useSignIn({ onSignedIn });
  const ways = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const words = phrases.signIn;

  // before the script the radios alone decide what is shown: what a person has pressed by then counts
  const { chooseWay } = flow;
  const first = useRef(chooseWay);
  useLayoutEffect(() => {
    const pressed = ways.current?.querySelector<HTMLInputElement>('input[value=password]:checked');
    if (pressed) first.current('password');
  }, []);

  if (flow.done) return <SignedInNotice word={words.here} text={words.welcome} />;

  return (
    <FlowForm label={words.title} slots={slots} onSubmit={flow.submit}>
      <fieldset ref={ways} className={css.ways} data-way={flow.way}>
        <legend>{words.ways}</legend>
        {WAYS.map(way => (
          <label key={way} className={css.way}>
            <input
              type="radio"
              name="way"
              value={way}
              checked={flow.way === way}
              disabled={way === 'code' && !flow.codePossible}
              onChange={() => flow.chooseWay(way)}
            />
            <span>{way === 'code' ? words.byCode : words.byPassword}</span>
            {flow.lastSignInMethod === way ? <small>{words.lastUsed}</small> : null}
          </label>
        ))}
      </fieldset>
      <FormError problem={flow.problem} retry={flow.code.task.problem ? flow.sendCode : flow.submit} />
      {slots?.before}
      <TextInput
        id={`${id}identity`}
        label={words.identity}
        rule={flow.way === 'code' || !flow.codePossible ? words.identityRule[flow.kind] : undefined}
        problem={flow.problems.identity}
        remedy={
          flow.problems.identity?.name === 'PhoneUnregistered' ? (
            <a href={signUp}>{words.toSignUp}</a>
          ) : undefined
        }
        field={flow.fields.bind('identity')}
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        first
        figures={flow.kind === 'phone'}
      />
      <div className={css.byCode}>
        <CodeInput
          id={`${id}captcha`}
          problem={flow.problems.captcha}
          field={flow.fields.bind('captcha')}
          sender={flow.code}
          onSend={flow.sendCode}
        />
        <SlowNotice phase={flow.code.task.phase} />
      </div>
      <div className={css.byPassword}>
        <PasswordField
          id={`${id}password`}
          autoComplete="current-password"
          problem={flow.problems.password}
          field={flow.fields.bind('password')}
          action={reset ? <a href={reset}>{words.forgot}</a> : undefined}
        />
      </div>
      {slots?.after}
      <SubmitButton task={flow.task} label={words.submit} busy={words.submitting} />
      <p className={fieldsCss.aside}>
        {words.noAccount} <a href={signUp}>{words.toSignUp}</a>
      </p>
    </FlowForm>
  );
}
