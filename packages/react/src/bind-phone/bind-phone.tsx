/** The form that binds a phone number to a signed-in account that has none. */
import { useEffect, useId, useRef } from 'react';
import { CodeInput } from '../fields/code-input.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { securityWords } from '../security/words.ts';
import { accountWords } from '../account/words.ts';
import css from './bind-phone.module.css';
import { useBindPhone } from './use-bind-phone.ts';

export interface BindPhoneProps {
  /** Called once, when the number is the account's. */
  readonly onBound?: () => void;
  readonly slots?: FormSlots;
}

export function BindPhone({ onBound, slots }: BindPhoneProps) {
  const { phone: words } = useWords('security', securityWords);
  const { saving } = useWords('account', accountWords);
  const { form, done } = useBindPhone({ onBound });
  const id = useId();
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the form had the focus
    if (done) told.current?.focus();
  }, [done]);
  if (done)
    return (
      <p ref={told} className={css.done} tabIndex={-1} aria-live="polite" data-done="">
        {words.bound}
      </p>
    );
  return (
    <FlowForm label={words.bind} slots={slots} onSubmit={form.submit}>
      <FormError problem={form.problem} retry={form.again} />
      {slots?.before}
      <PhoneInput id={`${id}phone`} {...form.of('phone_number')} first />
      <div>
        <CodeInput id={`${id}captcha`} {...form.of('captcha')} sender={form.code} onSend={form.sendCode} />
        <SlowNotice phase={form.code.task.phase} />
      </div>
      {slots?.after}
      <SubmitButton task={form.task} label={words.bind} busy={saving} />
    </FlowForm>
  );
}
