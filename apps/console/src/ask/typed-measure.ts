/** Measures of a field of the event's data as they are typed, such as `average lessonTime`: a field that was not seen lately is on no list. */
import { aggregates, type Measure } from '@rollcall/contract/console';
import type { AskWords } from './words.ts';

/** A field of `biz_data` by any name that is typed. */
export const FIELD = /^[^\p{Cc}\p{Cs}]{1,64}$/u;

/** The name of the field, where the text begins or ends with the aggregate's name; a Latin name stands apart from it. */
const fieldBeside = (text: string, aggregate: string): string | undefined => {
  const apart = /\p{sc=Han}/u.test(aggregate) ? String.raw`\s*` : String.raw`\s+`;
  const before = new RegExp(String.raw`^${aggregate}${apart}(?:of\s+)?(.+)$`, 'isu').exec(text);
  const after = new RegExp(String.raw`^(.+?)(?:\s*的\s*|${apart})${aggregate}$`, 'isu').exec(text);
  return before?.[1] ?? after?.[1];
};

/** @returns with the aggregate that the text names, otherwise with each; the field's name stays as typed */
export const typedMeasures = (text: string, words: AskWords): readonly Measure[] => {
  const label = words.dataField('');
  const of = (field: string, each: (typeof aggregates)[number]): readonly Measure[] => {
    const name = field.startsWith(label) ? field.slice(label.length) : field;
    return FIELD.test(name) ? [{ of: each, property: `data.${name}` }] : [];
  };
  const named = aggregates.flatMap(each => {
    const name = words.aggregates[each];
    // 平均 is typed for 平均值.
    const names = new Set([name, name.replace(/值$/u, ''), each]);
    const [field] = [...names].flatMap(one => fieldBeside(text, one) ?? []);
    return field === undefined ? [] : of(field, each);
  });
  return named.length > 0 ? named : aggregates.flatMap(each => of(text, each));
};
