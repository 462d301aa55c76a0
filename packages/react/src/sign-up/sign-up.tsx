/** The sign-up form. */
import { type FormEvent, useId, useRef } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { PasswordInput } from '../fields/password-input.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useFirstFocus } from '../fields/use-first-focus.ts';
import { Confirm, FormProblem, Slow } from '../fields/work.tsx';
import { Here } from '../session/here.tsx';
import { useRollcall } from '../session/provider.tsx';
import css from './sign-up.module.css';
import { useSignUp } from './use-sign-up.ts';

/** `signIn` is where people with an account go. `onSignedUp` is called once, when the account is there. */
export function SignUp(props: { signIn: string; onSignedUp?: () => void }) {
  const { phrases } = useRollcall();
  const flow = useSignUp({ onSignedUp: props.onSignedUp });
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const words = phrases.signUp;
  useFirstFocus(form);
  if (flow.done) return <Here word={words.here} text={words.welcome} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (flow.submit() === 'agreement_ids') document.getElementById(`${id}agreements`)?.focus();
  };
  return (
    <form ref={form} className={css.form} method="post" noValidate onSubmit={submit} aria-label={words.title}>
      <FormProblem
        problem={flow.problem}
        retry={() => void (flow.code.task.problem ? flow.sendCode() : flow.submit())}
      />
      <PhoneInput
        id={`${id}phone`}
        problem={flow.problems.phone_number}
        remedy={
          flow.problems.phone_number?.name === 'PhoneRegistered' ? (
            <a href={props.signIn}>{words.toSignIn}</a>
          ) : undefined
        }
        field={flow.fields.bind('phone_number')}
        first
      />
      <div>
        <CodeInput
          id={`${id}captcha`}
          problem={flow.problems.captcha}
          field={flow.fields.bind('captcha')}
          sender={flow.code}
          onSend={flow.sendCode}
        />
        <Slow phase={flow.code.task.phase} />
      </div>
      <PasswordInput
        id={`${id}password`}
        use="new"
        problem={flow.problems.password}
        field={flow.fields.bind('password')}
        value={flow.fields.values.password}
      />
      <AgreementTick
        id={`${id}agreements`}
        agreements={flow.agreements}
        problem={flow.problems.agreement_ids}
      />
      <Confirm task={flow.task} label={words.submit} busy={words.submitting} />
      <p className={fieldsCss.aside}>
        {words.haveAccount} <a href={props.signIn}>{words.toSignIn}</a>
      </p>
    </form>
  );
}
