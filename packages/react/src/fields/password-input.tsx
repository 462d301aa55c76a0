/** A password, present or new: a new one with its rule and its strength. */
import { PasswordStrength } from '../password-strength/password-strength.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

export interface PasswordInputProps extends Omit<PasswordFieldProps, 'autoComplete' | 'children' | 'rule'> {
  /**
   * Decides what password managers do, and whether the rule and the strength are shown; `again` is the second writing of
   * a new one.
   */
  readonly use: 'current' | 'new' | 'again';
  /** What is typed: it is only judged. */
  readonly value: string;
  /** For `new`: what people who know the person would try first, such as their number. */
  readonly about?: readonly string[];
}

export function PasswordInput({ use, value, about, ...field }: PasswordInputProps) {
  const { phrases } = useRollcall();
  if (use !== 'new')
    return (
      <PasswordField {...field} autoComplete={use === 'current' ? 'current-password' : 'new-password'} />
    );
  return (
    <PasswordField {...field} autoComplete="new-password" rule={phrases.fields.passwordRule}>
      <PasswordStrength password={value} {...(about ? { about } : {})} />
    </PasswordField>
  );
}
