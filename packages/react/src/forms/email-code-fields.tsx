/** An e-mail address with the code that is sent to it. In a file of its own, so that phone forms do not load it. */
import { type ReactNode, useId } from 'react';
import { EmailInput } from '../fields/email-input.tsx';
import { emailWords } from '../fields/words.ts';
import { useWords } from '../provider/use-words.ts';
import { CodeInput } from './code-input.tsx';
import type { Form } from './use-form.ts';

export interface EmailCodeFieldsProps {
  readonly form: Pick<Form<'email' | 'captcha'>, 'inputProps' | 'code' | 'sendCode'>;
  /** Follows the problem of the address, such as a link to the page that solves it. @default none */
  readonly remedy?: ReactNode;
}

/** The address is the form's first field. */
export function EmailCodeFields({ form, remedy }: EmailCodeFieldsProps) {
  const { codeRule } = useWords('email', emailWords);
  const id = useId();
  return (
    <>
      <EmailInput id={`${id}email`} {...form.inputProps('email')} remedy={remedy} first />
      <CodeInput
        id={`${id}captcha`}
        {...form.inputProps('captcha')}
        rule={codeRule}
        sender={form.code}
        onSend={form.sendCode}
      />
    </>
  );
}
