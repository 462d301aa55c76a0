/** The sign-up form. */
import type { FormSlots } from '../forms/flow-form.tsx';
import { PhoneCodeFields } from '../forms/phone-code-fields.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useSignUp } from './use-sign-up.ts';

export interface SignUpProps {
  /** The path where people with an account sign in. */
  readonly signIn: string;
  /** Called once, when the account is there and its tokens are stored. */
  readonly onSignedUp?: () => void;
  /** @default none */
  readonly slots?: FormSlots;
}

/**
 * The sign-up form: a phone number, a code, a password, the agreements.
 * @example <SignUp signIn="/sign-in" />
 * @see `docs/react.md`
 */
export function SignUp({ signIn, onSignedUp, slots }: SignUpProps) {
  const words = useRollcall().phrases.signUp;
  const flow = useSignUp({ onSignedUp });
  const { phone_number, password } = flow.fields.values;
  return (
    <SignUpForm
      form={flow}
      agreements={flow.agreements}
      done={flow.done}
      label={words.title}
      signIn={signIn}
      slots={slots}
      password={password}
      identifier={phone_number}
    >
      <PhoneCodeFields
        form={flow}
        remedy={
          flow.problems.phone_number?.name === 'PhoneRegistered' ? (
            <a href={signIn}>{words.toSignIn}</a>
          ) : undefined
        }
      />
    </SignUpForm>
  );
}
