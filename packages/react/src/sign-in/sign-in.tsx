/** The sign-in form. */
import { useBrowserLayoutEffect } from '@rollcall/ui';
import { useId, useRef } from 'react';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import fieldsCss from '../fields/fields.module.css';
import { PasswordField } from '../fields/password-field.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { LateSignedInNotice } from '../session/late-signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './sign-in.module.css';
import { type FormMethod, useSignIn } from './use-sign-in.ts';

const METHODS = ['code', 'password'] as const satisfies readonly FormMethod[];

export interface SignInProps {
  /** The path where people without an account sign up. */
  readonly signUp: string;
  /** The path where a forgotten password is reset. Without it no link is drawn. */
  readonly reset?: string;
  /** The one method that is offered. Absent: both. */
  readonly only?: FormMethod | undefined;
  /** The method that is open at first. @default the one last used on this device */
  readonly start?: FormMethod | undefined;
  /**
   * Whether a number without an account gets one by its code, once its person has agreed. False: it is told that it is not
   * registered, with the way to `signUp`. @default true
   */
  readonly enrol?: boolean | undefined;
  /** Called once, when the tokens are stored. */
  readonly onSignedIn?: () => void;
  /** @default none */
  readonly slots?: FormSlots;
}

/**
 * The sign-in form: by a code or by a password. By a code a number without an account gets one, once its person has agreed, or is
 * refused with `enrol={false}`.
 * @example <SignIn signUp="/sign-up" reset="/reset" />
 * @see `docs/react.md`
 */
export function SignIn({ signUp, reset, only, start, enrol, onSignedIn, slots }: SignInProps) {
  const { phrases } = useRollcall();
  const flow = useSignIn({ onSignedIn, only, start, enrol });
  const methods = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const words = phrases.signIn;

  // before the script has run the radio buttons alone decide what is shown: the choice that was made by then is kept
  const { chooseMethod } = flow;
  const initialChoose = useRef(chooseMethod);
  useBrowserLayoutEffect(() => {
    const pressed = methods.current?.querySelector<HTMLInputElement>('input[value=password]:checked');
    if (pressed) initialChoose.current('password');
  }, []);

  if (flow.done) return <LateSignedInNotice word={words.here} text={words.welcome} />;

  return (
    <FlowForm
      form={flow}
      label={words.title}
      slots={slots}
      submitLabel={words.submit}
      busyLabel={words.submitting}
      lead={
        <fieldset ref={methods} className={css.ways} data-way={flow.method} hidden={!!only}>
          <legend>{words.ways}</legend>
          {METHODS.map(method => (
            <label key={method} className={css.way}>
              <input
                type="radio"
                name="way"
                value={method}
                checked={flow.method === method}
                disabled={method === 'code' && !flow.codePossible}
                onChange={() => flow.chooseMethod(method)}
              />
              <span>{method === 'code' ? words.byCode : words.byPassword}</span>
              {flow.lastMethod === method ? <small>{words.lastUsed}</small> : null}
            </label>
          ))}
        </fieldset>
      }
      aside={
        <>
          {words.noAccount} <a href={signUp}>{words.toSignUp}</a>
        </>
      }
    >
      <TextInput
        id={`${id}identity`}
        label={flow.method === 'code' ? phrases.fields.phone : words.identity}
        before={
          flow.method === 'code' ? (
            <span className={fieldsCss.before} aria-hidden="true">
              {phrases.fields.countryCode}
            </span>
          ) : undefined
        }
        inputMode={flow.method === 'code' ? 'numeric' : undefined}
        rule={flow.method === 'code' || !flow.codePossible ? words.identityRule[flow.kind] : undefined}
        {...flow.inputProps('identity')}
        type="text"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        first
        figures={flow.kind === 'phone'}
      />
      <div className={css.byCode}>
        <CodeInput
          id={`${id}captcha`}
          {...flow.inputProps('captcha')}
          sender={flow.code}
          onSend={flow.sendCode}
        />
      </div>
      <div className={css.byPassword}>
        <PasswordField
          id={`${id}password`}
          autoComplete="current-password"
          {...flow.inputProps('password')}
          action={reset ? <a href={reset}>{words.forgot}</a> : undefined}
        />
      </div>
    </FlowForm>
  );
}
