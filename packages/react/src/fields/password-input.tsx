/** A password in force or a new one; a new one with its rule and its strength. */
import { PasswordStrength } from '../password-strength/password-strength.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

export interface PasswordInputProps extends Omit<PasswordFieldProps, 'autoComplete' | 'children' | 'rule'> {
  /**
   * `current`: the password in force; `new`: with the rule and the strength; `again`: the new password once
   * more. Sets `autocomplete` for password managers.
   */
  readonly use: 'current' | 'new' | 'again';
  /** What is typed, for the strength of a new password. */
  readonly value: string;
  /**
   * For `new`: what people who know the person would try first, such as the number.
   *
   * @default none
   */
  readonly about?: readonly string[];
}

/**
 * Draws a password control and, for a new password, its strength.
 * @example <PasswordInput id="password" {...form.inputProps('password')} use="new" value={form.fields.values.password} />
 * @see `docs/react.md`
 */
export function PasswordInput({ use, value, about, ...field }: PasswordInputProps) {
  const { phrases } = useRollcall();
  if (use !== 'new')
    return (
      <PasswordField {...field} autoComplete={use === 'current' ? 'current-password' : 'new-password'} />
    );
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      rule={
        <PasswordStrength password={value} rule={phrases.fields.passwordRule} {...(about ? { about } : {})} />
      }
    />
  );
}
