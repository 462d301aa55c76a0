/** A password that can be shown and hidden. */
import { PasswordControl } from '@rollcall/ui';
import type { ReactNode } from 'react';
import type { FieldBinding } from './field-binding.ts';
import { useRollcall } from '../provider/provider.tsx';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import css from './fields.module.css';

export interface PasswordFieldProps extends Omit<FieldFrame, 'label'> {
  /** @default `fields.password` of the phrases */
  readonly label?: string | undefined;
  readonly field: FieldBinding;
  /** Tells password managers to fill in the password in force, or to offer and keep a new one. */
  readonly autoComplete: 'current-password' | 'new-password';
  /** Stands at the end of the label's line. */
  readonly action?: ReactNode;
  /** Whether the form focuses this field when it appears. @default false */
  readonly first?: boolean | undefined;
  /** Stands under the control. */
  readonly children?: ReactNode;
}

/**
 * Draws a password with its label, its rule and the button that shows it.
 * @example <PasswordField id="password" {...form.inputProps('password')} autoComplete="new-password" />
 * @see `docs/react.md`
 */
export function PasswordField(props: PasswordFieldProps) {
  const { phrases } = useRollcall();
  const words = phrases.fields;
  const frame = { ...props, label: props.label ?? words.password };
  return (
    <Field {...frame}>
      <PasswordControl
        {...controlProps(frame)}
        {...props.field}
        autoComplete={props.autoComplete}
        showLabel={words.showPassword}
        hideLabel={words.hidePassword}
        classes={css}
        data-first={props.first ? '' : undefined}
      />
      {props.children}
    </Field>
  );
}
