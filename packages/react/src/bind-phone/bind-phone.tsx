/** The form that binds a phone number to a signed-in account that has none. */
import { useEffect, useId, useRef } from 'react';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useWords } from '../provider/use-words.ts';
import { securityWords } from '../security/words.ts';
import { accountWords } from '../account/words.ts';
import css from './bind-phone.module.css';
import { useBindPhone } from './use-bind-phone.ts';

export interface BindPhoneProps {
  /** Called once, when the number is the account's. */
  readonly onBound?: () => void;
  /** @default none */
  readonly slots?: FormSlots;
}

/** Afterwards the form's place says that the number is bound. */
export function BindPhone({ onBound, slots }: BindPhoneProps) {
  const { phone: words } = useWords('security', securityWords);
  const { saving } = useWords('account', accountWords);
  const { form, done } = useBindPhone({ onBound });
  const id = useId();
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the form that had the focus is gone
    if (done) notice.current?.focus();
  }, [done]);
  if (done)
    return (
      <p ref={notice} className={css.done} tabIndex={-1} aria-live="polite" data-done="">
        {words.bound}
      </p>
    );
  return (
    <FlowForm form={form} label={words.bind} slots={slots} submitLabel={words.bind} busyLabel={saving}>
      <PhoneInput id={`${id}phone`} {...form.inputProps('phone_number')} first />
      <CodeInput
        id={`${id}captcha`}
        {...form.inputProps('captcha')}
        sender={form.code}
        onSend={form.sendCode}
      />
    </FlowForm>
  );
}
