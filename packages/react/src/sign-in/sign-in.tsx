/** The sign-in form. */
import { type FormEvent, useId, useLayoutEffect, useRef } from 'react';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { PasswordInput } from '../fields/password-input.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { useFirstFocus } from '../fields/use-first-focus.ts';
import { Confirm, FormProblem, Slow } from '../fields/work.tsx';
import { useRollcall } from '../session/provider.tsx';
import { Here } from '../session/here.tsx';
import css from './sign-in.module.css';
import { type FormWay, useSignIn } from './use-sign-in.ts';

const WAYS = ['code', 'password'] as const satisfies readonly FormWay[];

/**
 * `signUp` is where people without an account go, `reset` those who forgot their password. `onSignedIn` is called once,
 * when the tokens are stored.
 */
export function SignIn(props: { signUp: string; reset?: string; onSignedIn?: () => void }) {
  const { phrases } = useRollcall();
  const flow = useSignIn({ onSignedIn: props.onSignedIn });
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const words = phrases.signIn;
  useFirstFocus(form);

  // before the script the radios alone decide what is shown: what a person has pressed by then counts
  const { chooseWay } = flow;
  const first = useRef(chooseWay);
  useLayoutEffect(() => {
    const pressed = form.current?.querySelector<HTMLInputElement>('input[name=way][value=password]:checked');
    if (pressed) first.current('password');
  }, []);

  if (flow.done) return <Here word={words.here} text={words.welcome} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    flow.submit();
  };
  return (
    <form ref={form} className={css.form} method="post" noValidate onSubmit={submit} aria-label={words.title}>
      <fieldset className={css.ways} data-way={flow.way}>
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
            {flow.lastWay === way ? <small>{words.lastUsed}</small> : null}
          </label>
        ))}
      </fieldset>
      <FormProblem problem={flow.problem} retry={flow.code.task.problem ? flow.sendCode : flow.submit} />
      <TextInput
        id={`${id}identity`}
        label={words.identity}
        rule={flow.way === 'code' || !flow.codePossible ? words.identityRule[flow.kind] : undefined}
        problem={flow.problems.identity}
        remedy={
          flow.problems.identity?.name === 'PhoneUnregistered' ? (
            <a href={props.signUp}>{words.toSignUp}</a>
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
        <Slow phase={flow.code.task.phase} />
      </div>
      <div className={css.byPassword}>
        <PasswordInput
          id={`${id}password`}
          use="current"
          problem={flow.problems.password}
          field={flow.fields.bind('password')}
          value={flow.fields.values.password}
          action={props.reset ? <a href={props.reset}>{words.forgot}</a> : undefined}
        />
      </div>
      <Confirm task={flow.task} label={words.submit} busy={words.submitting} />
      <p className={fieldsCss.aside}>
        {words.noAccount} <a href={props.signUp}>{words.toSignUp}</a>
      </p>
    </form>
  );
}
