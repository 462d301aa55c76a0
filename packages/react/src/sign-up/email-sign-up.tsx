/** The sign-up form for an e-mail address in place of a phone number. */
import { EmailCodeFields } from '../forms/email-code-fields.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { SignUpForm } from './sign-up-form.tsx';
import type { SignUpProps } from './sign-up.tsx';
import { useEmailSignUp } from './use-email-sign-up.ts';
import { emailSignUpWords } from './words.ts';

/**
 * Draws the form that signs up by an e-mail address. The properties are those of `SignUp`.
 * @example <EmailSignUp signIn="/sign-in" />
 * @see `docs/react.md`
 */
export function EmailSignUp({ signIn, onSignedUp, slots }: SignUpProps) {
  const { toSignIn } = useRollcall().phrases.signUp;
  const { title } = useWords('emailSignUp', emailSignUpWords);
  const { form, agreements, done } = useEmailSignUp({ onSignedUp });
  const { email, password } = form.fields.values;
  return (
    <SignUpForm
      form={form}
      agreements={agreements}
      done={done}
      label={title}
      signIn={signIn}
      slots={slots}
      password={password}
      identifier={email}
    >
      <EmailCodeFields
        form={form}
        remedy={form.problems.email?.name === 'EmailRegistered' ? <a href={signIn}>{toSignIn}</a> : undefined}
      />
    </SignUpForm>
  );
}
