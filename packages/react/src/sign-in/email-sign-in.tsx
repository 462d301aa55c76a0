/** The sign-in form for a code to an e-mail address. */
import { useId } from 'react';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { EmailInput } from '../fields/email-input.tsx';
import { emailWords } from '../fields/words.ts';
import { useWords } from '../provider/use-words.ts';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import type { SignInProps } from './sign-in.tsx';
import { useEmailSignIn } from './use-email-sign-in.ts';

export type EmailSignInProps = Omit<SignInProps, 'reset'>;

/** The server needs a sender of mail. */
export function EmailSignIn({ signUp, onSignedIn, slots }: EmailSignInProps) {
  const { phrases } = useRollcall();
  const { codeRule } = useWords('email', emailWords);
  const flow = useEmailSignIn({ onSignedIn });
  const id = useId();
  const words = phrases.signIn;
  if (flow.done) return <SignedInNotice word={words.here} text={words.welcome} />;
  return (
    <FlowForm
      form={flow}
      label={words.byEmail}
      slots={slots}
      submitLabel={words.submit}
      busyLabel={words.submitting}
      aside={
        <>
          {words.noAccount} <a href={signUp}>{words.toSignUp}</a>
        </>
      }
    >
      <EmailInput id={`${id}email`} {...flow.inputProps('email')} first />
      <CodeInput
        id={`${id}captcha`}
        {...flow.inputProps('captcha')}
        rule={codeRule}
        sender={flow.code}
        onSend={flow.sendCode}
      />
    </FlowForm>
  );
}
