/** A mainland mobile number. */
import { useRollcall } from '../provider/provider.tsx';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import css from './fields.module.css';
import type { FieldBinding } from './field-binding.ts';

/**
 * Draws a phone number with its label and its problem. Label and rule have defaults in the phrases.
 * @example <PhoneInput id="phone" {...form.inputProps('phone')} />
 * @see `docs/react.md`
 */
export function PhoneInput(
  props: Omit<FieldFrame, 'label'> & { label?: string; field: FieldBinding; first?: boolean },
) {
  const { phrases } = useRollcall();
  const frame = {
    ...props,
    label: props.label ?? phrases.fields.phone,
    rule: props.rule ?? phrases.fields.phoneRule,
  };
  return (
    <Field {...frame}>
      <div className={css.control}>
        <span className={css.before} aria-hidden="true">
          {phrases.fields.countryCode}
        </span>
        <input
          {...controlProps(frame)}
          {...props.field}
          className={css.input}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          data-first={props.first ? '' : undefined}
          maxLength={254}
          required
          data-figures=""
        />
      </div>
    </Field>
  );
}
