/** A phone number with the code that is sent to it. */
import { type ReactNode, useId } from 'react';
import { PhoneInput } from '../fields/phone-input.tsx';
import { CodeInput } from './code-input.tsx';
import type { Form } from './use-form.ts';

export interface PhoneCodeFieldsProps {
  readonly form: Pick<Form<'phone_number' | 'captcha'>, 'inputProps' | 'code' | 'sendCode'>;
  /** Follows the problem of the number, such as a link to the page that solves it. @default none */
  readonly remedy?: ReactNode;
}

/** The number is the form's first field. */
export function PhoneCodeFields({ form, remedy }: PhoneCodeFieldsProps) {
  const id = useId();
  return (
    <>
      <PhoneInput id={`${id}phone`} {...form.inputProps('phone_number')} remedy={remedy} first />
      <CodeInput
        id={`${id}captcha`}
        {...form.inputProps('captcha')}
        sender={form.code}
        onSend={form.sendCode}
      />
    </>
  );
}
