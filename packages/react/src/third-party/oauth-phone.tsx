/** The form that binds a third party's account to a phone number when it signs in for the first time. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { PhoneCodeFields } from '../forms/phone-code-fields.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { type OauthPhoneOptions, useOauthPhone } from './use-oauth-phone.ts';
import { thirdPartyWords } from './words.ts';

/**
 * Asks for the number that finishes a third-party sign-in.
 * @example <OauthPhone ticket={ticket} onFailed={onFailed} onDone={close} />
 * @see `docs/third-party.md`
 */
export function OauthPhone(props: OauthPhoneOptions) {
  const { phrases } = useRollcall();
  const words = useWords('thirdParty', thirdPartyWords);
  const id = useId();
  const { form, agreements } = useOauthPhone(props);
  return (
    <FlowForm
      form={form}
      label={words.phoneTitle}
      submitLabel={words.phoneSubmit}
      busyLabel={phrases.signIn.submitting}
    >
      <PhoneCodeFields form={form} />
      <AgreementTick id={`${id}agreements`} agreements={agreements} {...form.controlProps('agreement_ids')} />
    </FlowForm>
  );
}
