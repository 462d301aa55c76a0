/** The search field of a list's form. */
import { Field, type FieldProps } from './field.tsx';

interface SearchFieldProps extends Pick<FieldProps, 'label' | 'rule'> {
  /** Its name in the form. */
  readonly name: string;
  /** The present search. */
  readonly value: string;
  readonly maxLength: number;
}

export function SearchField({ label, rule, name, value, maxLength }: SearchFieldProps) {
  return (
    <Field label={label} rule={rule}>
      {control => (
        <input
          {...control}
          type="search"
          name={name}
          defaultValue={value}
          maxLength={maxLength}
          spellCheck={false}
        />
      )}
    </Field>
  );
}
