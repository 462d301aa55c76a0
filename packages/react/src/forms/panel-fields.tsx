/** The fields of the small forms of the account page: each is a rule with the component that draws it. */
import type { ReactNode } from 'react';
import { CodeInput } from './code-input.tsx';
import { EmailInput } from '../fields/email-input.tsx';
import { emailWords } from '../fields/words.ts';
import { PasswordInput } from '../fields/password-input.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { TextInput } from '../fields/text-input.tsx';
import type { Problem } from '../problem/problem.ts';
import { useWords } from '../provider/use-words.ts';
import * as rules from './rules.ts';
import type { CodeSender } from './use-code-sender.ts';
import type { FieldBinding } from '../fields/field-binding.ts';

/** What a field's component is given. */
export interface PanelInput {
  readonly id: string;
  readonly field: FieldBinding;
  readonly problem: Problem | undefined;
  /** What is typed. */
  readonly value: string;
  /** Whether it is the form's first field. */
  readonly first: boolean;
  readonly sender: CodeSender;
  readonly onSend: () => void;
}

export interface PanelField<N extends string = string> extends rules.FieldRule {
  readonly name: N;
  readonly draw: (input: PanelInput) => ReactNode;
}

/** A phone number; its label and its rule are the usual ones unless `texts` says otherwise. */
export const phoneField = <N extends string = 'phone_number'>(
  texts: { label?: string; rule?: string } = {},
  name = 'phone_number' as N,
): PanelField<N> => ({
  ...rules.phoneNumber,
  name,
  draw: ({ id, field, problem, first }) => (
    <PhoneInput id={id} field={field} problem={problem} first={first} {...texts} />
  ),
});

/** An e-mail address that a code is sent to. @param label the usual one by default */
export const emailField = (label?: string): PanelField<'email'> => ({
  ...rules.emailAddress,
  name: 'email',
  draw: ({ id, field, problem, first }) => (
    <EmailInput id={id} field={field} problem={problem} first={first} label={label} />
  ),
});

/** The code that the form sends. */
export const codeField: PanelField<'captcha'> = {
  ...rules.code,
  name: 'captcha',
  draw: ({ id, field, problem, sender, onSend }) => (
    <CodeInput id={id} field={field} problem={problem} sender={sender} onSend={onSend} />
  ),
};

function EmailCode({ id, field, problem, sender, onSend }: PanelInput) {
  const { codeRule } = useWords('email', emailWords);
  return (
    <CodeInput id={id} field={field} problem={problem} rule={codeRule} sender={sender} onSend={onSend} />
  );
}

/** The code that the form sends to an e-mail address. */
export const emailCodeField: PanelField<'captcha'> = {
  ...codeField,
  draw: input => <EmailCode {...input} />,
};

const password = <N extends string>(
  name: N,
  rule: rules.FieldRule,
  label: string,
  use: 'current' | 'new' | 'again',
): PanelField<N> => ({
  ...rule,
  name,
  draw: ({ id, field, problem, value, first }) => (
    <PasswordInput
      id={id}
      field={field}
      problem={problem}
      value={value}
      first={first}
      label={label}
      use={use}
    />
  ),
});

/** The password in force. */
export const presentPassword = <N extends string>(name: N, label: string): PanelField<N> =>
  password(name, rules.presentPassword, label, 'current');

/** A new password, with its rule and its strength. */
export const newPassword = (label: string) => password('password', rules.newPassword, label, 'new');

/** The new password once more. */
export const repeatedPassword = (label: string) =>
  password('confirm_password', rules.repeatedPassword, label, 'again');

/** The username. */
export const usernameField = (label: string, rule: string): PanelField<'username'> => ({
  ...rules.username,
  name: 'username',
  draw: ({ id, field, problem, first }) => (
    <TextInput
      id={id}
      label={label}
      rule={rule}
      field={field}
      problem={problem}
      first={first}
      type="text"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={30}
    />
  ),
});
