/** The sign-in form for a code to an e-mail address. */
import { EmailCodeFields } from '../forms/email-code-fields.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import type { SignInProps } from './sign-in.tsx';
import { useEmailSignIn } from './use-email-sign-in.ts';

export type EmailSignInProps = Omit<SignInProps, 'reset' | 'enrol'>;

/**
 * Draws the form that signs in by a code to an e-mail address. The server needs a sender of mail.
 * @example <EmailSignIn signUp="/sign-up" />
 * @see `docs/react.md`
 */
export function EmailSignIn({ signUp, onSignedIn, slots }: EmailSignInProps) {
  const { phrases } = useRollcall();
  const flow = useEmailSignIn({ onSignedIn });
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
      <EmailCodeFields form={flow} />
    </FlowForm>
  );
}
