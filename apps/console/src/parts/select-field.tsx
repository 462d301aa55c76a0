/** A field with a native select, for a choice among few. */
import type { ReactNode } from 'react';
import { Field } from './field.tsx';

export function SelectField<T extends string>(props: {
  label: string;
  value: T;
  /** Value and label of each option. */
  options: readonly (readonly [value: T, label: string])[];
  onSelect: (value: T) => void;
  rule?: ReactNode;
}) {
  const { label, value, options, onSelect, rule } = props;
  return (
    <Field label={label} rule={rule}>
      {control => (
        <select
          {...control}
          value={value}
          onChange={event => {
            const found = options.find(([name]) => name === event.target.value);
            if (found) onSelect(found[0]);
          }}
        >
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
