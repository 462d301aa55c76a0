/**
 * The fields that the security forms are made of. A field is one value: its name, its mistake, whether it is secret, and
 * its control. A form lists its fields and says nothing else about them.
 */
import { fields as rules } from '@rollcall/contract';
import type { ReactNode } from 'react';
import { CodeInput } from '../fields/code-input.tsx';
import { againMistake, codeMistake, passwordMistake, phoneMistake } from './rules.ts';
import { PasswordInput } from '../fields/password-input.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import type { Problem } from '../problem/problem.ts';
import { TextInput } from '../fields/text-input.tsx';
import type { CodeSender } from './use-code-sender.ts';
import type { FieldBinding } from './use-form-fields.ts';
import { SlowNotice } from '../task/slow-notice.tsx';

/** What a field's control is given. */
export interface Control {
  readonly id: string;
  readonly field: FieldBinding;
  readonly problem: Problem | undefined;
  readonly value: string;
  readonly first: boolean;
  readonly code: CodeSender;
  readonly sendCode: () => void;
}

export interface PanelField<N extends string = string> {
  readonly name: N;
  /** Never kept, and emptied when the form is done. */
  readonly secret: boolean;
  /** The mistake that can be found before anything is sent; `typed` is the whole form. */
  readonly mistake: (value: string, typed: Readonly<Record<string, string>>) => Problem | undefined;
  readonly control: (given: Control) => ReactNode;
}

/** A phone number; by default named and explained as everywhere. */
export const phoneField = <N extends string = 'phone_number'>(
  texts: { label?: string; rule?: string } = {},
  name = 'phone_number' as N,
): PanelField<N> => ({
  name,
  secret: false,
  mistake: phoneMistake,
  control: ({ id, field, problem, first }) => (
    <PhoneInput id={id} field={field} problem={problem} first={first} {...texts} />
  ),
});

/** The code that the form sends. */
export const codeField: PanelField<'captcha'> = {
  name: 'captcha',
  secret: true,
  mistake: codeMistake,
  control: ({ id, field, problem, code, sendCode }) => (
    <>
      <CodeInput id={id} field={field} problem={problem} sender={code} onSend={sendCode} />
      <SlowNotice phase={code.task.phase} />
    </>
  ),
};

/** The password in force, in the field that the call names. */
export const presentPassword = <N extends string>(name: N, label: string): PanelField<N> => ({
  name,
  secret: true,
  mistake: value => (value === '' ? { name: 'PasswordMissing' } : undefined),
  control: ({ problem, ...given }) => (
    <PasswordInput
      {...controlOf(given)}
      // here nobody is asked for an account: only the password can be wrong
      problem={problem?.name === 'WrongCredentials' ? { ...problem, name: 'WrongPassword' } : problem}
      label={label}
      use="current"
    />
  ),
});

/** A new password, with its rule and its strength. */
export const newPassword = (label: string): PanelField<'password'> => ({
  name: 'password',
  secret: true,
  mistake: passwordMistake,
  control: given => <PasswordInput {...controlOf(given)} problem={given.problem} label={label} use="new" />,
});

/** The new password once more. */
export const passwordAgain = (label: string): PanelField<'confirm_password'> => ({
  name: 'confirm_password',
  secret: true,
  mistake: (value, typed) => againMistake(typed['password'] ?? '', value),
  control: given => <PasswordInput {...controlOf(given)} problem={given.problem} label={label} use="again" />,
});

/** The username. */
export const usernameField = (label: string, rule: string): PanelField<'username'> => ({
  name: 'username',
  secret: false,
  mistake: value => (rules.USERNAME.test(value.trim()) ? undefined : { name: 'InvalidUsername' }),
  control: ({ id, field, problem, first }) => (
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

const controlOf = ({ id, field, value, first }: Omit<Control, 'problem'>) => ({ id, field, value, first });
