/** The dialog that defines a field, or changes its definition. */
import {
  type CustomField,
  type CustomFieldType,
  customFieldTypes,
  fieldAudiences,
  fieldFormats,
  type FieldRule,
} from '@rollcall/contract';
import { Fragment, type ReactNode, useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useReload } from '../mutate.ts';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextArea, TextField } from '../parts/text-field.tsx';
import fieldCss from '../parts/field.module.css';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { type FormPart, readFieldForm, writeOptions } from './field-form.ts';
import { customFieldWords } from './words.ts';

/** The bounds of a rule as texts. */
const boundsOf = (rule: FieldRule | undefined): readonly [string, string] => {
  if (rule?.type === 'text') return [String(rule.min_length ?? ''), String(rule.max_length ?? '')];
  if (rule?.type === 'number' || rule?.type === 'date')
    return [String(rule.min ?? ''), String(rule.max ?? '')];
  return ['', ''];
};

/** @param props.of the definition that is changed; absent: a new one is made */
export function FieldDialog({ of, onClose }: { of?: CustomField; onClose: () => void }) {
  const { client, language } = useConsoleContext();
  const words = useWords(customFieldWords);
  const common = useCommonWords();
  const reload = useReload();
  const [type, setType] = useState<CustomFieldType>(of?.rule.type ?? 'text');
  const [mistakes, setMistakes] = useState<Partial<Record<FormPart, string>>>({});
  const forget = (part: FormPart) => () => setMistakes({ ...mistakes, [part]: undefined });
  const listed = type === 'choice' || type === 'choices';
  const texts: Record<FormPart, string> = {
    key: words.keyWrong,
    chinese: words.nameWrong,
    english: words.nameWrong,
    rule: listed ? words.optionsWrong : words.boundsWrong,
    changed_by: words.changedWrong,
  };
  const line = (
    part: 'key' | 'chinese' | 'english',
    title: string,
    value: string,
    more: { rule?: ReactNode; maxLength: number },
  ) => (
    <TextField
      label={title}
      rule={more.rule}
      error={mistakes[part]}
      name={part}
      defaultValue={value}
      maxLength={more.maxLength}
      autoComplete="off"
      onInput={forget(part)}
    />
  );
  const [least, most] = boundsOf(of?.rule);
  const bound = (name: 'least' | 'most', value: string) => (
    <TextField
      label={type === 'text' ? words[name === 'least' ? 'fewest' : 'longest'] : words[name]}
      error={name === 'least' ? mistakes.rule : undefined}
      optional
      name={name}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'text' ? 'numeric' : undefined}
      defaultValue={value}
      maxLength={type === 'date' ? undefined : 20}
      autoComplete="off"
      onInput={forget('rule')}
    />
  );
  const ticks = (name: 'seen_by' | 'changed_by', title: string, chosen: readonly string[]) => (
    <fieldset className={choicesCss.choices}>
      <legend>{title}</legend>
      {fieldAudiences.map(one => (
        <Tick
          key={one}
          type="checkbox"
          name={name}
          value={one}
          defaultChecked={chosen.includes(one)}
          onChange={forget('changed_by')}
          aria-invalid={name === 'changed_by' && mistakes.changed_by ? true : undefined}
          label={words.audiences[one]}
        />
      ))}
    </fieldset>
  );
  const tick = (name: string, text: string, checked: boolean) => (
    <Tick type="checkbox" name={name} defaultChecked={checked} label={text} />
  );
  return (
    <ConfirmDialog
      title={of ? common.titled(common.change, of.name[language]) : words.create}
      label={of ? common.save : words.create}
      busy={of ? common.saving : words.creating}
      onClose={onClose}
      validate={data => {
        const { wrong } = readFieldForm(data, type, of?.key);
        setMistakes(Object.fromEntries(wrong.map(part => [part, texts[part]])));
        return wrong.length === 0;
      }}
      onConfirm={async (data, signal) => {
        const { body } = readFieldForm(data, type, of?.key);
        await client
          .call(of ? 'changeCustomField' : 'createCustomField', { body }, signal)
          .catch((error: unknown) => {
            const { name, data: facts } = refusedOf(error);
            const { option, people } = (facts ?? {}) as { option?: string; people?: number };
            if (name === 'Conflict' && !of) setMistakes({ key: words.keyTaken });
            if (name === 'Conflict' && option !== undefined)
              setMistakes({ rule: words.optionTaken(option, String(people)) });
            throw error;
          });
        await reload();
      }}
    >
      {of ? null : line('key', words.key, '', { rule: words.keyRule, maxLength: 32 })}
      {line('chinese', words.chinese, of?.name['zh-CN'] ?? '', { maxLength: 40 })}
      {line('english', words.english, of?.name.en ?? '', { maxLength: 40 })}
      {of ? null : (
        <SelectField
          label={words.type}
          value={type}
          options={labelled(customFieldTypes, words.types)}
          onSelect={chosen => {
            setType(chosen);
            setMistakes({});
          }}
        />
      )}
      {listed ? (
        <TextArea
          label={words.options}
          rule={words.optionsRule}
          error={mistakes.rule}
          name="options"
          rows={5}
          defaultValue={writeOptions(of?.rule)}
          spellCheck={false}
          onInput={forget('rule')}
        />
      ) : type === 'boolean' ? null : (
        <Fragment key={type}>
          {bound('least', least)}
          {bound('most', most)}
        </Fragment>
      )}
      {type === 'text' ? (
        <SelectField
          label={words.format}
          name="format"
          defaultValue={(of?.rule.type === 'text' ? of.rule.format : undefined) ?? ''}
          options={[['', words.anyFormat], ...labelled(fieldFormats, words.formats)]}
        />
      ) : null}
      {ticks('seen_by', words.seen, of?.seen_by ?? ['person', 'staff'])}
      {ticks('changed_by', words.changed, of?.changed_by ?? ['staff'])}
      <div role="alert" className={fieldCss.error}>
        {mistakes.changed_by}
      </div>
      <p className={fieldCss.rule}>{words.audienceRule}</p>
      {tick('required', words.required, of?.required ?? false)}
      {tick('claim', words.claim, of?.claim ?? false)}
    </ConfirmDialog>
  );
}
