/** The form of the sign-ups by phone and by e-mail: a password and the agreements after the code, and the link to sign in. */
import { type ReactNode, useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import type { AgreementPlace } from '../agreements/form-agreements.ts';
import type { Agreements } from '../agreements/use-agreements.ts';
import { PasswordInput } from '../fields/password-input.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import type { Form } from '../forms/use-form.ts';
import { useRollcall } from '../provider/provider.tsx';
import { SignedInNotice } from '../session/signed-in-notice.tsx';

type SignUpFields = Form<'password', AgreementPlace>;

export interface SignUpFormProps {
  readonly form: Omit<SignUpFields, 'fields' | 'problems' | 'clearProblems'>;
  readonly agreements: Agreements;
  /** Whether the account is there. */
  readonly done: boolean;
  /** Names the form for screen readers. */
  readonly label: string;
  /** The path where people with an account sign in. */
  readonly signIn: string;
  readonly slots: FormSlots | undefined;
  /** What is typed as the password. */
  readonly password: string;
  /** The number or address, which must not be the password. */
  readonly identifier: string;
  /** The number or address, and its code. */
  readonly children: ReactNode;
}

export function SignUpForm(props: SignUpFormProps) {
  const { form, agreements, signIn } = props;
  const words = useRollcall().phrases.signUp;
  const id = useId();
  if (props.done) return <SignedInNotice word={words.here} text={words.welcome} />;
  return (
    <FlowForm
      form={form}
      label={props.label}
      slots={props.slots}
      submitLabel={words.submit}
      busyLabel={words.submitting}
      aside={
        <>
          {words.haveAccount} <a href={signIn}>{words.toSignIn}</a>
        </>
      }
    >
      {props.children}
      <PasswordInput
        id={`${id}password`}
        use="new"
        {...form.inputProps('password')}
        value={props.password}
        about={[props.identifier]}
      />
      <AgreementTick id={`${id}agreements`} agreements={agreements} {...form.controlProps('agreement_ids')} />
    </FlowForm>
  );
}
