/** The form for the phone number that a third party's account is bound to when it signs in for the first time. */
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { CodeInput } from '../fields/code-input.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { type OauthPhoneOptions, useOauthPhone } from './use-oauth-phone.ts';
import { thirdPartyWords } from './words.ts';

export function OauthPhone(props: OauthPhoneOptions) {
  const { phrases } = useRollcall();
  const words = useWords('thirdParty', thirdPartyWords);
  const id = useId();
  const { form, agreements } = useOauthPhone(props);
  const submit = () => {
    if (form.submit() === 'agreement_ids') document.getElementById(`${id}agreements`)?.focus();
  };
  return (
    <FlowForm label={words.phoneTitle} slots={undefined} onSubmit={submit}>
      <FormError problem={form.problem} retry={form.again} />
      <PhoneInput id={`${id}phone`} {...form.of('phone_number')} first />
      <div>
        <CodeInput id={`${id}captcha`} {...form.of('captcha')} sender={form.code} onSend={form.sendCode} />
        <SlowNotice phase={form.code.task.phase} />
      </div>
      <AgreementTick id={`${id}agreements`} agreements={agreements} problem={form.problems.agreement_ids} />
      <SubmitButton task={form.task} label={words.phoneSubmit} busy={phrases.signIn.submitting} />
    </FlowForm>
  );
}
