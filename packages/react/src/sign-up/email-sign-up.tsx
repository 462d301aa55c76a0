/** The sign-up form for an e-mail address in place of a phone number. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { PasswordInput } from '../fields/password-input.tsx';
import { EmailInput } from '../fields/email-input.tsx';
import { emailWords } from '../fields/words.ts';
import { useWords } from '../provider/use-words.ts';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import type { SignUpProps } from './sign-up.tsx';
import { useEmailSignUp } from './use-email-sign-up.ts';
import { emailSignUpWords } from './words.ts';

/** The properties are those of `SignUp`. */
export function EmailSignUp({ signIn, onSignedUp, slots }: SignUpProps) {
  const { phrases } = useRollcall();
  const own = useWords('emailSignUp', emailSignUpWords);
  const { codeRule } = useWords('email', emailWords);
  const { form, agreements, done } = useEmailSignUp({ onSignedUp });
  const id = useId();
  const words = phrases.signUp;
  if (done) return <SignedInNotice word={words.here} text={words.welcome} />;
  return (
    <FlowForm
      form={form}
      label={own.title}
      slots={slots}
      submitLabel={words.submit}
      busyLabel={words.submitting}
      aside={
        <>
          {words.haveAccount} <a href={signIn}>{words.toSignIn}</a>
        </>
      }
    >
      <EmailInput
        id={`${id}email`}
        {...form.inputProps('email')}
        remedy={
          form.problems.email?.name === 'EmailRegistered' ? <a href={signIn}>{words.toSignIn}</a> : undefined
        }
        first
      />
      <CodeInput
        id={`${id}captcha`}
        {...form.inputProps('captcha')}
        rule={codeRule}
        sender={form.code}
        onSend={form.sendCode}
      />
      <PasswordInput
        id={`${id}password`}
        use="new"
        {...form.inputProps('password')}
        value={form.fields.values.password}
        about={[form.fields.values.email]}
      />
      <AgreementTick id={`${id}agreements`} agreements={agreements} {...form.controlProps('agreement_ids')} />
    </FlowForm>
  );
}
