/** The sign-up form for an e-mail address in place of a phone number. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { FlowForm } from '../forms/flow-form.tsx';
import { PasswordInput } from '../fields/password-input.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import type { SignUpProps } from './sign-up.tsx';
import { useEmailSignUp } from './use-email-sign-up.ts';
import { emailSignUpWords } from './words.ts';

export function EmailSignUp({ signIn, onSignedUp, slots }: SignUpProps) {
  const { phrases } = useRollcall();
  const own = useWords('emailSignUp', emailSignUpWords);
  const { form, agreements, done } = useEmailSignUp({ onSignedUp });
  const id = useId();
  const words = phrases.signUp;
  if (done) return <SignedInNotice word={words.here} text={words.welcome} />;
  const submit = () => {
    if (form.submit() === 'agreement_ids') document.getElementById(`${id}agreements`)?.focus();
  };
  return (
    <FlowForm label={own.title} slots={slots} onSubmit={submit}>
      <FormError problem={form.problem} retry={form.again} />
      {slots?.before}
      <TextInput
        id={`${id}email`}
        label={own.email}
        rule={own.emailRule}
        {...form.of('email')}
        remedy={
          form.problems.email?.name === 'EmailRegistered' ? <a href={signIn}>{words.toSignIn}</a> : undefined
        }
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        first
      />
      <div>
        <CodeInput
          id={`${id}captcha`}
          {...form.of('captcha')}
          rule={own.codeRule}
          sender={form.code}
          onSend={form.sendCode}
        />
        <SlowNotice phase={form.code.task.phase} />
      </div>
      <PasswordInput
        id={`${id}password`}
        use="new"
        {...form.of('password')}
        value={form.fields.values.password}
        about={[form.fields.values.email]}
      />
      <AgreementTick id={`${id}agreements`} agreements={agreements} problem={form.problems.agreement_ids} />
      {slots?.after}
      <SubmitButton task={form.task} label={words.submit} busy={words.submitting} />
      <p className={fieldsCss.aside}>
        {words.haveAccount} <a href={signIn}>{words.toSignIn}</a>
      </p>
    </FlowForm>
  );
}
