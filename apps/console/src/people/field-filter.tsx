/** The part of the list's filters that is about a custom field: which one, and its value or range. */
import type { CustomField } from '@rollcall/contract';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { customFieldWords } from '../custom-fields/words.ts';
import { TextField } from '../parts/text-field.tsx';
import { SelectField } from '../parts/select-field.tsx';

export interface FieldFilterState {
  readonly field: string;
  readonly value: string;
  readonly value_from: string;
  readonly value_to: string;
}

const none = { value: '', value_from: '', value_to: '' };

/** The texts are read with the form, by their names. */
export function FieldFilter(props: {
  fields: readonly CustomField[];
  state: FieldFilterState;
  onChange: (change: Partial<FieldFilterState>) => void;
}) {
  const { fields, state, onChange } = props;
  const { language } = useConsoleContext();
  const words = useWords(customFieldWords);
  const common = useCommonWords();
  const field = fields.find(({ key }) => key === state.field);
  const rule = field?.rule;
  const text = (name: 'value' | 'value_from' | 'value_to', label: string) => (
    <TextField
      label={label}
      optional={name === 'value'}
      name={name}
      type={rule?.type === 'date' ? 'date' : 'text'}
      defaultValue={state[name]}
      maxLength={rule?.type === 'date' ? undefined : 500}
      autoComplete="off"
    />
  );
  const options =
    rule?.type === 'boolean'
      ? ([
          ['true', common.yes],
          ['false', common.no],
        ] as const)
      : rule && 'options' in rule
        ? rule.options.map(({ value, name }) => [value, name[language]] as const)
        : undefined;
  return (
    <>
      <SelectField
        label={words.filterBy}
        value={field?.key ?? ''}
        options={[
          ['', words.noFilter] as const,
          ...fields.map(({ key, name }) => [key, name[language]] as const),
        ]}
        onSelect={key => onChange({ field: key, ...none })}
      />
      {rule === undefined ? null : options ? (
        <SelectField
          label={words.value}
          value={state.value}
          options={[['', words.anyValue] as const, ...options]}
          onSelect={value => onChange({ value })}
        />
      ) : rule.type === 'text' ? (
        text('value', words.value)
      ) : (
        <>
          {text('value_from', words.valueFrom)}
          {text('value_to', words.valueTo)}
        </>
      )}
    </>
  );
}
