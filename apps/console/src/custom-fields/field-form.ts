/** Reads the form of a definition, and writes its list of options as text. */
import {
  type CustomFieldType,
  fieldAudiences,
  fieldFormats,
  fieldKey,
  type FieldRule,
  fieldSettings,
  type FieldSettings,
} from '@rollcall/contract';
import * as v from 'valibot';
import { textIn } from '../parts/text-field.tsx';

type Option = Extract<FieldRule, { options: unknown }>['options'][number];

/** The lines of a text as options: `value | Chinese | English`, or one word that is all three. */
const readOptions = (text: string): Option[] =>
  text
    .split('\n')
    .map(line => line.split(/[|｜]/).map(part => part.trim()))
    .filter(([value]) => value !== undefined && value !== '')
    .map(([value = '', chinese = value, english = chinese]) => ({
      value,
      name: { 'zh-CN': chinese, en: english },
    }));

export const writeOptions = (rule: FieldRule | undefined): string =>
  rule && 'options' in rule
    ? rule.options
        .map(({ value, name }) =>
          value === name['zh-CN'] && value === name.en ? value : [value, name['zh-CN'], name.en].join(' | '),
        )
        .join('\n')
    : '';

/** Empty texts are left out, as a bound that is not set. */
const given = <T>(name: string, text: string, parse: (text: string) => T): Record<string, T> =>
  text === '' ? {} : { [name]: parse(text) };

const ruleOf = (type: CustomFieldType, data: FormData): unknown => {
  const [least, most] = [textIn(data, 'least'), textIn(data, 'most')];
  switch (type) {
    case 'text': {
      const format = fieldFormats.find(one => one === textIn(data, 'format'));
      return {
        type,
        ...given('min_length', least, Number),
        ...given('max_length', most, Number),
        ...(format && { format }),
      };
    }
    case 'number':
      return { type, ...given('min', least, Number), ...given('max', most, Number) };
    case 'date':
      return { type, ...given('min', least, String), ...given('max', most, String) };
    case 'boolean':
      return { type };
    default:
      return { type, options: readOptions(textIn(data, 'options')) };
  }
};

export type FieldBody = FieldSettings & { readonly key: string };

/** The parts of the form that can be wrong. */
export type FormPart = 'key' | 'chinese' | 'english' | 'rule' | 'changed_by';

const label = fieldSettings.entries.name.entries.en;

/**
 * @param key of the definition that is changed; undefined: a new one, whose key the form has
 * @returns what the call takes, and the parts that are wrong
 */
export const readFieldForm = (
  data: FormData,
  type: CustomFieldType,
  key?: string,
): { readonly body: FieldBody; readonly wrong: readonly FormPart[] } => {
  const audience = (name: string) => fieldAudiences.filter(one => data.getAll(name).includes(one));
  const rule = ruleOf(type, data);
  const body = {
    key: key ?? textIn(data, 'key'),
    name: { 'zh-CN': textIn(data, 'chinese'), en: textIn(data, 'english') },
    rule: rule as FieldRule,
    required: data.has('required'),
    seen_by: audience('seen_by'),
    changed_by: audience('changed_by'),
    claim: data.has('claim'),
  };
  const wrong: FormPart[] = [];
  if (!v.is(fieldKey, body.key)) wrong.push('key');
  if (!v.is(label, body.name['zh-CN'])) wrong.push('chinese');
  if (!v.is(label, body.name.en)) wrong.push('english');
  if (!v.is(fieldSettings.entries.rule, rule)) wrong.push('rule');
  if (!body.changed_by.every(one => body.seen_by.includes(one))) wrong.push('changed_by');
  return { body, wrong };
};
