/** A definition, and a value of it, in words. */
import type { CustomField, FieldRule, FieldValue } from '@rollcall/contract';
import type { Language } from '@rollcall/ui';
import type { customFieldWords } from './words.ts';

type Words = (typeof customFieldWords)['en'];

const boundsText = (rule: FieldRule, words: Words): string | undefined => {
  if (rule.type === 'text' && (rule.min_length ?? rule.max_length) !== undefined)
    return words.characters(String(rule.min_length ?? 1), String(rule.max_length ?? 500));
  if ((rule.type === 'number' || rule.type === 'date') && (rule.min ?? rule.max) !== undefined)
    return words.range(String(rule.min ?? '…'), String(rule.max ?? '…'));
  return undefined;
};

/** Type, rule and marks, in one line. */
export const ruleText = (
  { rule, required, claim }: Pick<CustomField, 'rule' | 'required' | 'claim'>,
  words: Words,
  { language, comma }: { readonly language: Language; readonly comma: string },
): string =>
  [
    'options' in rule
      ? words.listed(words.types[rule.type], rule.options.map(({ name }) => name[language]).join(comma))
      : words.types[rule.type],
    rule.type === 'text' && rule.format ? words.formats[rule.format] : undefined,
    boundsText(rule, words),
    required ? words.isRequired : undefined,
    claim ? words.isClaim : undefined,
  ]
    .filter(Boolean)
    .join(' · ');

/** A value as people read it; undefined: there is none. An option that was taken out of the list since is shown as it is kept. */
export const valueText = (
  { rule }: Pick<CustomField, 'rule'>,
  value: FieldValue | undefined,
  { language, yes, no, comma }: { readonly language: Language; yes: string; no: string; comma: string },
): string | undefined => {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? yes : no;
  const named = (one: string): string =>
    ('options' in rule && rule.options.find(option => option.value === one)?.name[language]) || one;
  return (Array.isArray(value) ? value : [String(value)]).map(named).join(comma);
};
