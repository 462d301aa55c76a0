/** The control of a form for a value of a field, and what was typed in it. */
import type { CustomField, FieldValue } from '@rollcall/contract';
import type { ControlProps } from '../parts/field.tsx';
import { useCommonWords, useConsoleContext } from '../console-context.ts';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { textIn } from '../parts/text-field.tsx';

const nameOf = (key: string): string => `field.${key}`;

/** What the form has for a field; null: nothing. A text that is no number is left to the check. */
export const readValue = ({ key, rule }: Pick<CustomField, 'key' | 'rule'>, data: FormData): unknown => {
  const text = textIn(data, nameOf(key));
  if (rule.type === 'choices') return data.getAll(nameOf(key)).map(String);
  if (text === '') return null;
  if (rule.type === 'boolean') return text === 'true';
  if (rule.type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return text;
};

export function ValueControl({
  field: { key, rule },
  value,
  control,
  onInput,
}: {
  field: Pick<CustomField, 'key' | 'rule'>;
  value: FieldValue | undefined;
  control: ControlProps;
  onInput: () => void;
}) {
  const { language } = useConsoleContext();
  const common = useCommonWords();
  const name = nameOf(key);
  const chosen = Array.isArray(value) ? value : [String(value ?? '')];
  if (rule.type === 'choices')
    return (
      <div className={choicesCss.choices}>
        {rule.options.map(option => (
          <Tick
            key={option.value}
            type="checkbox"
            name={name}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
            onChange={onInput}
            label={option.name[language]}
          />
        ))}
      </div>
    );
  if (rule.type === 'choice' || rule.type === 'boolean') {
    const options =
      rule.type === 'choice'
        ? rule.options.map(option => [option.value, option.name[language]] as const)
        : ([
            ['true', common.yes],
            ['false', common.no],
          ] as const);
    return (
      <select {...control} name={name} defaultValue={chosen[0]} onChange={onInput}>
        <option value="">—</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...control}
      name={name}
      type={rule.type === 'date' ? 'date' : 'text'}
      inputMode={rule.type === 'number' ? 'decimal' : undefined}
      defaultValue={chosen[0]}
      maxLength={rule.type === 'date' ? undefined : 500}
      autoComplete="off"
      onInput={onInput}
    />
  );
}
