/** The sign-up form. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PasswordInput } from '../fields/password-input.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useSignUp } from './use-sign-up.ts';

export interface SignUpProps {
  /** The path where people with an account sign in. */
  readonly signIn: string;
  /** Called once, when the account is there and its tokens are stored. */
  readonly onSignedUp?: () => void;
  /** @default none */
  readonly slots?: FormSlots;
}

/** The sign-up form: a phone number, a code, a password, the agreements. */
export function SignUp({ signIn, onSignedUp, slots }: SignUpProps) {
  const { phrases } = useRollcall();
  const flow = useSignUp({ onSignedUp });
  const id = useId();
  const words = phrases.signUp;
  if (flow.done) return <SignedInNotice word={words.here} text={words.welcome} />;
  return (
    <FlowForm
      form={flow}
      label={words.title}
      slots={slots}
      submitLabel={words.submit}
      busyLabel={words.submitting}
      aside={
        <>
          {words.haveAccount} <a href={signIn}>{words.toSignIn}</a>
        </>
      }
    >
      <PhoneInput
        id={`${id}phone`}
        {...flow.inputProps('phone_number')}
        remedy={
          flow.problems.phone_number?.name === 'PhoneRegistered' ? (
            <a href={signIn}>{words.toSignIn}</a>
          ) : undefined
        }
        first
      />
      <CodeInput
        id={`${id}captcha`}
        {...flow.inputProps('captcha')}
        sender={flow.code}
        onSend={flow.sendCode}
      />
      <PasswordInput
        id={`${id}password`}
        use="new"
        {...flow.inputProps('password')}
        value={flow.fields.values.password}
        about={[flow.fields.values.phone_number]}
      />
      <AgreementTick
        id={`${id}agreements`}
        agreements={flow.agreements}
        {...flow.controlProps('agreement_ids')}
      />
    </FlowForm>
  );
}
