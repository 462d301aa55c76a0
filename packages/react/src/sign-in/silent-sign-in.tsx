/** The form that signs in by a code, with or without an account. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PhoneCodeFields } from '../forms/phone-code-fields.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { SignedInNotice } from '../session/signed-in-notice.tsx';
import { type SilentSignInOptions, useSilentSignIn } from './use-silent-sign-in.ts';

export interface SilentSignInProps extends SilentSignInOptions {
  /** @default none */
  readonly slots?: FormSlots;
}

/**
 * Draws one form for people with and without an account. A number without an account gets one, without a password; so
 * the agreements are asked for first.
 *
 * @example <SilentSignIn onSignedIn={() => location.assign('/')} />
 * @see `docs/react.md`
 */
export function SilentSignIn({ onSignedIn, slots }: SilentSignInProps) {
  const words = useRollcall().phrases.signIn;
  const flow = useSilentSignIn({ onSignedIn });
  const id = useId();
  if (flow.done) return <SignedInNotice word={words.here} text={words.welcome} />;
  return (
    <FlowForm
      form={flow}
      label={words.title}
      slots={slots}
      submitLabel={words.submit}
      busyLabel={words.submitting}
    >
      <PhoneCodeFields form={flow} />
      <AgreementTick
        id={`${id}agreements`}
        agreements={flow.agreements}
        {...flow.controlProps('agreement_ids')}
      />
    </FlowForm>
  );
}
