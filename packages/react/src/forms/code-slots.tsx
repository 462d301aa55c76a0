/**
 * The six digits of a code: one input, drawn as six slots by its background, so that paste, autofill, screen readers and
 * typing before the script has run work as in any input.
 */
import type { FieldBinding } from '../fields/field-binding.ts';
import { controlProps, type FieldFrame } from '../fields/field.tsx';
import css from './code-slots.module.css';

/** @param props.first the form's first field, which gets the focus */
export function CodeSlots(props: FieldFrame & { readonly field: FieldBinding; readonly first?: boolean }) {
  return (
    <div className={css.slots}>
      <input
        {...controlProps(props)}
        {...props.field}
        className={css.code}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        data-first={props.first ? '' : undefined}
      />
    </div>
  );
}
