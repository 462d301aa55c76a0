/** The form that confirms an act of the site by a code to a phone number. */
import { useEffect, useId, useRef } from 'react';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm, type FormSlots } from '../forms/flow-form.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useWords } from '../provider/use-words.ts';
import css from './confirm-phone.module.css';
import { type ConfirmPhoneOptions, useConfirmPhone } from './use-confirm-phone.ts';
import { confirmPhoneWords } from './words.ts';

export interface ConfirmPhoneProps extends ConfirmPhoneOptions {
  /** What is confirmed, as the words of the button and the form's name. @default 'Confirm' */
  readonly label?: string;
  /** @default none */
  readonly slots?: FormSlots;
}

/** Afterwards the form's place says that it is confirmed. */
export function ConfirmPhone({ onTicket, label, slots }: ConfirmPhoneProps) {
  const words = useWords('confirmPhone', confirmPhoneWords);
  const { form, done } = useConfirmPhone({ onTicket });
  const id = useId();
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the form that had the focus is gone
    if (done) notice.current?.focus();
  }, [done]);
  if (done)
    return (
      <p ref={notice} className={css.done} tabIndex={-1} aria-live="polite" data-done="">
        {words.done}
      </p>
    );
  return (
    <FlowForm
      form={form}
      label={label ?? words.submit}
      slots={slots}
      submitLabel={label ?? words.submit}
      busyLabel={words.submitting}
    >
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
