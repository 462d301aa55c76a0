/** The sign-up form. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PasswordInput } from '../fields/password-input.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useSignUp } from './use-sign-up.ts';

export interface SignUpProps {
  /** Where people with an account go. */
  readonly signIn: string;
  /** Called once, when the account is there. */
  readonly onSignedUp?: () => void;
  readonly slots?: FormSlots;
}

export function SignUp({ signIn, onSignedUp, slots }: SignUpProps) {
  const { phrases } = useRollcall();
  const flow = useSignUp({ onSignedUp });
  const id = useId();
  const words = phrases.signUp;
  if (flow.done) return <SignedInNotice word={words.here} text={words.welcome} />;

  const submit = () => {
    if (flow.submit() === 'agreement_ids') document.getElementById(`${id}agreements`)?.focus();
  };
  return (
    <FlowForm label={words.title} slots={slots} onSubmit={submit}>
      <FormError problem={flow.problem} retry={flow.code.task.problem ? flow.sendCode : submit} />
      {slots?.before}
      <PhoneInput
        id={`${id}phone`}
        problem={flow.problems.phone_number}
        remedy={
          flow.problems.phone_number?.name === 'PhoneRegistered' ? (
            <a href={signIn}>{words.toSignIn}</a>
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
        <SlowNotice phase={flow.code.task.phase} />
      </div>
      <PasswordInput
        id={`${id}password`}
        use="new"
        problem={flow.problems.password}
        field={flow.fields.bind('password')}
        value={flow.fields.values.password}
        about={[flow.fields.values.phone_number]}
      />
      <AgreementTick
        id={`${id}agreements`}
        agreements={flow.agreements}
        problem={flow.problems.agreement_ids}
      />
      {slots?.after}
      <SubmitButton task={flow.task} label={words.submit} busy={words.submitting} />
      <p className={fieldsCss.aside}>
        {words.haveAccount} <a href={signIn}>{words.toSignIn}</a>
      </p>
    </FlowForm>
  );
}
