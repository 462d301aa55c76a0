/** What a field takes, and what it holds, in words. */
import type { FieldRule, FieldValue } from '@rollcall/contract';
import type { Language } from '@rollcall/ui';
import type { CustomFieldWords } from './words.ts';

/** Undefined: there is nothing to say. */
export const ruleText = (rule: FieldRule, { rules }: CustomFieldWords): string | undefined => {
  if (rule.type === 'text') {
    const { format, min_length: least, max_length: most } = rule;
    const parts = [
      format && rules[format],
      least === undefined && most === undefined
        ? undefined
        : most === undefined
          ? rules.least(String(least))
          : rules.length(least ?? 1, most),
    ];
    return parts.filter(Boolean).join(' ') || undefined;
  }
  if (rule.type !== 'number' && rule.type !== 'date') return undefined;
  const [least, most] = [rule.min, rule.max].map(one => (one === undefined ? undefined : String(one)));
  if (least !== undefined && most !== undefined) return rules.range(least, most);
  if (least !== undefined) return rules.least(least);
  return most === undefined ? undefined : rules.most(most);
};

export const valueText = (
  rule: FieldRule,
  value: FieldValue,
  { words, language }: { readonly words: CustomFieldWords; readonly language: Language },
): string => {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const named = (one: string): string =>
    ('options' in rule && rule.options.find(option => option.value === one)?.name[language]) || one;
  return (Array.isArray(value) ? value : [String(value)]).map(named).join(words.comma);
};
