/** The form that binds a third party's account to a phone number when it signs in for the first time. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { type OauthPhoneOptions, useOauthPhone } from './use-oauth-phone.ts';
import { thirdPartyWords } from './words.ts';

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
      <PhoneInput id={`${id}phone`} {...form.inputProps('phone_number')} first />
      <CodeInput
        id={`${id}captcha`}
        {...form.inputProps('captcha')}
        sender={form.code}
        onSend={form.sendCode}
      />
      <AgreementTick id={`${id}agreements`} agreements={agreements} {...form.controlProps('agreement_ids')} />
    </FlowForm>
  );
}
