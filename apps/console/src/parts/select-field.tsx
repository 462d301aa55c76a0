/** A field with a native select, for a choice among few. */
import type { ReactNode } from 'react';
import { Field } from './field.tsx';

/** The options of some values, each with its label. */
export const labelled = <const T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map(value => [value, labels[value]] as const);

/** @param props.name its name in a form, which then holds the choice that begins with `defaultValue` */
export function SelectField<T extends string>(
  props: {
    label: string;
    /** Value and label of each option. */
    options: readonly (readonly [value: T, label: string])[];
    rule?: ReactNode;
  } & ({ value: T; onSelect: (value: T) => void } | { name: string; defaultValue: T }),
) {
  const { label, options, rule } = props;
  const native =
    'name' in props
      ? { name: props.name, defaultValue: props.defaultValue }
      : {
          value: props.value,
          onChange: (event: { target: { value: string } }) => {
            const found = options.find(([name]) => name === event.target.value);
            if (found) props.onSelect(found[0]);
          },
        };
  return (
    <Field label={label} rule={rule}>
      {control => (
        <select {...control} {...native}>
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
