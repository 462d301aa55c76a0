/** The control for a value of one of the school's own fields, and what was typed in it. */
import type { FieldRule, FieldValue } from '@rollcall/contract';
import { controlProps, Field, type Language } from '@rollcall/ui';
import dateCss from '../fields/date-input.module.css';
import fieldsCss from '../fields/fields.module.css';
import { Select } from '../fields/select.tsx';
import { Tick } from '../fields/tick.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './custom-fields.module.css';
import { ruleText } from './rule-text.ts';
import type { CustomFieldWords } from './words.ts';

export interface OwnField {
  readonly key: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly rule: FieldRule;
  readonly required: boolean;
  readonly changeable: boolean;
  readonly value: FieldValue | null;
}

/** What a form has for a field; null: nothing. A text that is no number is left to the check. */
export const readControl = ({ key, rule }: OwnField, data: FormData): FieldValue | null => {
  if (rule.type === 'choices') return data.getAll(key).map(String);
  const text = String(data.get(key) ?? '').trim();
  if (text === '') return null;
  if (rule.type === 'boolean') return text === 'true';
  if (rule.type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return text;
};

interface ControlProps {
  readonly id: string;
  readonly field: OwnField;
  readonly words: CustomFieldWords;
  readonly mistake: string | undefined;
  readonly onInput: () => void;
}

export function FieldControl({ id, field, words, mistake, onInput }: ControlProps) {
  const { phrases } = useRollcall();
  const { language } = phrases;
  const { key, rule, required, value, name } = field;
  const chosen = Array.isArray(value) ? value : [String(value ?? '')];
  if (rule.type === 'choices')
    return (
      <fieldset className={css.choices} aria-describedby={mistake ? `${id}-error` : undefined}>
        <legend>
          {name[language]}
          {required ? <span className={fieldsCss.optional}>{phrases.fields.required}</span> : null}
        </legend>
        {rule.options.map((option, at) => (
          <label key={option.value} htmlFor={`${id}-${at}`}>
            <Tick
              id={`${id}-${at}`}
              name={key}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={mistake ? true : undefined}
              onChange={onInput}
            />
            {option.name[language]}
          </label>
        ))}
        <div role="alert" id={`${id}-error`} className={fieldsCss.error}>
          {mistake}
        </div>
      </fieldset>
    );
  const frame = { id, rule: ruleText(rule, words), error: mistake };
  const native = { ...controlProps(frame), name: key, defaultValue: chosen[0] };
  const options =
    rule.type === 'boolean'
      ? ([
          ['true', words.yes],
          ['false', words.no],
        ] as const)
      : rule.type === 'choice'
        ? rule.options.map(option => [option.value, option.name[language]] as const)
        : undefined;
  return (
    <Field
      {...frame}
      label={name[language]}
      optional={required ? phrases.fields.required : undefined}
      classes={fieldsCss}
    >
      {options ? (
        <Select {...native} onChange={onInput}>
          <option value="">{words.unsaid}</option>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </Select>
      ) : (
        <div className={rule.type === 'date' ? dateCss.date : undefined}>
          <div className={fieldsCss.control}>
            <input
              {...native}
              type={rule.type === 'date' ? 'date' : 'text'}
              inputMode={rule.type === 'number' ? 'decimal' : undefined}
              maxLength={rule.type === 'date' ? undefined : 500}
              autoComplete="off"
              className={fieldsCss.input}
              onInput={onInput}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
