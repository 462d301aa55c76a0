/** A line of text. */
import type { InputHTMLAttributes, ReactNode } from 'react';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import css from './fields.module.css';
import type { FieldBinding } from './field-binding.ts';

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'maxLength' | 'min' | 'max' | 'spellCheck'
>;

/**
 * Draws a text field with its label, its rule and its problem.
 * @example <TextInput id="school" label="School" {...form.inputProps('school')} />
 * @see `docs/react.md`
 */
export function TextInput(
  props: FieldFrame &
    Native & { field: FieldBinding; before?: ReactNode; figures?: boolean; first?: boolean },
) {
  const { id, label, rule, required, problem, remedy, field, before, figures, first, ...native } = props;
  const frame = { id, label, rule, problem };
  return (
    <Field {...frame} required={required ?? false} remedy={remedy}>
      <div className={css.control}>
        {before}
        <input
          {...native}
          required={required}
          {...controlProps(frame)}
          {...field}
          className={css.input}
          data-first={first ? '' : undefined}
          data-figures={figures ? '' : undefined}
        />
      </div>
    </Field>
  );
}
