/**
 * Custom fields: what a school keeps of its people beyond the profile. A definition becomes a schema, by which server, pages, console and
 * imports check values alike. Every check takes time in proportion to the value's length, which is bounded.
 */
import * as v from 'valibot';
import { EMAIL_ADDRESS, PHONE_NUMBER } from './fields.ts';

/** Fields of a school at most. */
export const MOST_CUSTOM_FIELDS = 50;
/** Characters of a text at most. */
export const LONGEST_FIELD_TEXT = 500;
/** Options of one field at most. */
export const MOST_FIELD_OPTIONS = 100;
const LARGEST = 1e15;

/** What the values of a custom field are; `choice` is one of its options, `choices` several. */
export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'choice', 'choices'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** Formats that a text can be held to. `code`: letters and digits of ASCII. */
export const fieldFormats = ['digits', 'code', 'email', 'phone', 'url'] as const;
export type FieldFormat = (typeof fieldFormats)[number];

/** Who sees or changes a field; neither: nobody but other software and imports. `staff`: support and admins. */
export const fieldAudiences = ['person', 'staff'] as const;
export type FieldAudience = (typeof fieldAudiences)[number];

/** Names that already mean something else in claims, imports and queries. */
const TAKEN: ReadonlySet<string> = new Set(
  [
    'id sub iss aud exp iat nbf jti nonce auth_time acr amr azp at_hash c_hash s_hash sid pid scope client_id updated_at',
    'name given_name family_name middle_name nickname preferred_username profile picture website email email_verified gender',
    'birthdate zoneinfo locale phone_number phone_number_verified address fullname username birthday birth_year sex qq description',
    'grade avatar_url password password_hash guardian guardian_phone created_at',
  ]
    .join(' ')
    .split(' '),
);

const label = v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,40}$/u));
const names = v.object({ 'zh-CN': label, en: label });

const isDate = (text: string): boolean => {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
const day = v.pipe(v.string(), v.check(isDate));
const length = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LONGEST_FIELD_TEXT));
const bound = v.pipe(v.number(), v.minValue(-LARGEST), v.maxValue(LARGEST));

const option = v.object({ value: label, name: names });
const options = v.pipe(
  v.array(option),
  v.minLength(1),
  v.maxLength(MOST_FIELD_OPTIONS),
  v.check(list => new Set(list.map(({ value }) => value)).size === list.length, 'Each value once.'),
);

const isOrdered = <T extends number | string>(least: T | undefined, most: T | undefined): boolean =>
  least === undefined || most === undefined || least <= most;

/** What values of a field are; absent bounds are the widest. */
export const fieldRule = v.variant('type', [
  v.pipe(
    v.object({
      type: v.literal('text'),
      min_length: v.optional(length),
      max_length: v.optional(length),
      format: v.optional(v.picklist(fieldFormats)),
    }),
    v.check(({ min_length: least, max_length: most }) => isOrdered(least, most)),
  ),
  v.pipe(
    v.object({ type: v.literal('number'), min: v.optional(bound), max: v.optional(bound) }),
    v.check(({ min, max }) => isOrdered(min, max)),
  ),
  v.pipe(
    v.object({ type: v.literal('date'), min: v.optional(day), max: v.optional(day) }),
    v.check(({ min, max }) => isOrdered(min, max)),
  ),
  v.object({ type: v.literal('boolean') }),
  v.object({ type: v.literal('choice'), options }),
  v.object({ type: v.literal('choices'), options }),
]);
export type FieldRule = v.InferOutput<typeof fieldRule>;

const audience = v.pipe(
  v.array(v.picklist(fieldAudiences)),
  v.check(list => new Set(list).size === list.length, 'Each once.'),
);

/** The key of a custom field: small letters, digits and `_`, a letter first, and no name that means something else elsewhere. */
export const fieldKey = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z\d_]{0,31}$/),
  v.check(key => !TAKEN.has(key), 'This name means something else.'),
);

/** What can change of a definition: all but the key; the type stays. */
export const fieldSettings = v.object({
  name: names,
  rule: fieldRule,
  /** Whether a value can't be cleared, and is asked for where others are filled in. */
  required: v.boolean(),
  seen_by: audience,
  /** Only who sees a field may change it. */
  changed_by: audience,
  /** Whether clients of OpenID Connect learn it with the scope `profile`, under the key. */
  claim: v.boolean(),
});
export type FieldSettings = v.InferOutput<typeof fieldSettings>;

/** The definition of a field. */
export interface CustomField extends FieldSettings {
  readonly key: string;
}

/** A value: a text, a number, `YYYY-MM-DD`, yes or no, an option's `value`, or several of them. */
export const fieldValue = v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]);
export type FieldValue = v.InferOutput<typeof fieldValue>;

/** Values by key; null clears. */
export const fieldValues = v.pipe(
  v.record(v.string(), v.nullable(fieldValue)),
  v.check(values => Object.keys(values).length <= MOST_CUSTOM_FIELDS),
);
export type FieldValues = v.InferOutput<typeof fieldValues>;

const FORMATS: Readonly<Record<FieldFormat, (text: string) => boolean>> = {
  digits: text => /^\d+$/.test(text),
  code: text => /^[A-Za-z\d]+$/.test(text),
  email: text => EMAIL_ADDRESS.test(text),
  phone: text => PHONE_NUMBER.test(text),
  url: text => /^https:\/\/[^\s/?#]+(?:[/?#]\S*)?$/.test(text),
};

/** Why a value is refused. `option`: it is none of the list; `unknown`: there is no such field. */
export const fieldMistakes = ['unknown', 'required', 'type', 'length', 'range', 'format', 'option'] as const;
export type FieldMistake = (typeof fieldMistakes)[number];

const mistake = (why: FieldMistake): FieldMistake => why;

const within = <T extends number | string>(min: T | undefined, max: T | undefined) =>
  v.check<T, FieldMistake>(
    value => (min === undefined || value >= min) && (max === undefined || value <= max),
    mistake('range'),
  );

/**
 * The schema of a field's values. The message of an issue is a `FieldMistake`.
 * @example const age = fieldSchema({ type: 'number', min: 0 });
 * @see `docs/custom-fields.md`
 */
export const fieldSchema = (rule: FieldRule): v.GenericSchema<unknown, FieldValue> => {
  switch (rule.type) {
    case 'text': {
      const { min_length: least = 1, max_length: most = LONGEST_FIELD_TEXT, format } = rule;
      return v.pipe(
        v.string(mistake('type')),
        // A text of more than this has more characters than any rule allows.
        v.maxLength(2 * LONGEST_FIELD_TEXT, mistake('length')),
        v.transform(text => text.normalize('NFC').trim()),
        v.regex(/^[^\p{C}]*$/u, mistake('format')),
        v.check(text => [...text].length >= least && [...text].length <= most, mistake('length')),
        v.check(text => format === undefined || FORMATS[format](text), mistake('format')),
      );
    }
    case 'number':
      return v.pipe(
        v.number(mistake('type')),
        within(rule.min ?? -LARGEST, rule.max ?? LARGEST),
        // -0 is written as 0.
        v.transform(value => value + 0),
      );
    case 'date':
      return v.pipe(v.string(mistake('type')), v.check(isDate, mistake('type')), within(rule.min, rule.max));
    case 'boolean':
      return v.boolean(mistake('type'));
    case 'choice':
      return v.picklist(
        rule.options.map(({ value }) => value),
        mistake('option'),
      );
    case 'choices': {
      const values = rule.options.map(({ value }) => value);
      return v.pipe(
        v.array(v.picklist(values, mistake('option')), mistake('type')),
        // In the order of the list, each once.
        v.transform(chosen => values.filter(value => chosen.includes(value))),
      );
    }
  }
};

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** What is wrong with which of the values. */
export interface WrongFieldValue {
  readonly key: string;
  readonly why: FieldMistake;
}

/**
 * Checks values against the definitions. An empty value clears, unless the field is required.
 *
 * @param fields the definitions that values may be given for
 * @param given values by key
 * @param options.complete whether a required field that is absent is a mistake; for a new person
 * @returns the values as they are kept (null: cleared), and the mistakes; only without any of these may the values be written
 * @example const { values, mistakes } = validateFieldValues([{ key: 'class', rule: { type: 'text' }, required: false }], { class: '3A' });
 * @see `docs/custom-fields.md`
 */
export const validateFieldValues = (
  fields: readonly Pick<CustomField, 'key' | 'rule' | 'required'>[],
  given: Readonly<Record<string, unknown>>,
  { complete = false }: { readonly complete?: boolean } = {},
): { readonly values: Record<string, FieldValue | null>; readonly mistakes: WrongFieldValue[] } => {
  const values: [string, FieldValue | null][] = [];
  const mistakes: WrongFieldValue[] = Object.keys(given)
    .filter(key => !fields.some(field => field.key === key))
    .map(key => ({ key, why: 'unknown' }));
  for (const { key, rule, required } of fields) {
    const absent = !Object.keys(given).includes(key);
    if (absent && !(complete && required)) continue;
    const value = absent ? null : given[key];
    if (isEmpty(value)) {
      if (required) mistakes.push({ key, why: 'required' });
      else values.push([key, null]);
      continue;
    }
    const parsed = v.safeParse(fieldSchema(rule), value, { abortEarly: true });
    if (parsed.success) values.push([key, parsed.output]);
    else mistakes.push({ key, why: parsed.issues[0].message as FieldMistake });
  }
  return { values: Object.fromEntries(values), mistakes };
};

const YES = new Set(['true', 'yes', 'y', '1', '是', '对', '有']);
const NO = new Set(['false', 'no', 'n', '0', '否', '不', '无']);

const optionOf = (rule: Extract<FieldRule, { options: unknown }>, text: string): string =>
  (
    rule.options.find(({ value }) => value === text) ??
    rule.options.find(({ name }) => name['zh-CN'] === text || name.en.toLowerCase() === text.toLowerCase())
  )?.value ?? text;

/**
 * Reads a value out of a text, such as the cell of a table or a query: numbers with a point, dates as 2026-09-01, 2026/9/1 or 2026年9月1日,
 * yes and no in both languages, options by value or name, several of them with commas or semicolons between.
 * @returns the value, which `validateFieldValues` checks; a text that says none stays as it is
 * @example readFieldText({ type: 'boolean' }, '是'); // true
 * @see `docs/custom-fields.md`
 */
export const readFieldText = (rule: FieldRule, text: string): unknown => {
  const trimmed = text.normalize('NFC').trim();
  if (trimmed === '') return null;
  switch (rule.type) {
    case 'text':
      return trimmed;
    case 'number':
      return /^-?\d{1,16}(?:\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : trimmed;
    case 'date': {
      const [, year = '', month = '', date = ''] =
        /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(trimmed) ?? [];
      return year === '' ? trimmed : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
    }
    case 'boolean': {
      const word = trimmed.toLowerCase();
      return YES.has(word) ? true : NO.has(word) ? false : trimmed;
    }
    case 'choice':
      return optionOf(rule, trimmed);
    case 'choices': {
      // One whose name has a comma is found first.
      const whole = optionOf(rule, trimmed);
      if (rule.options.some(({ value }) => value === whole)) return [whole];
      return trimmed
        .split(/[,;，；、]/)
        .map(one => one.trim())
        .filter(one => one !== '')
        .map(one => optionOf(rule, one));
    }
  }
};
