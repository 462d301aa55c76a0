/** Which of a vendor's templates says a message: one for all, or one by language and purpose, or kind of a security message. */
import { type Purpose, purposes } from '@rollcall/contract';
import { InvalidSetting } from '../platform/config-reader.ts';
import { type Language, languages } from '../http/language.ts';
import { type NoticeKind, noticeKinds } from './notice-kinds.ts';

/** By `name.language`, language, name, or '' for all the rest; the values are a vendor's codes of templates. */
export type Templates = ReadonlyMap<string, string>;

/** The name of the templates that replace missing ones. */
const COMMON = 'common';
const noticeNames = [...noticeKinds, COMMON];

const keysOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...languages,
    ...names,
    ...names.flatMap(name => languages.map(language => `${name}.${language}`)),
  ]);

/** Purposes that go to a phone; `email` never does. */
const toPhones = purposes.filter(purpose => purpose !== 'email');

/**
 * The template of a message, the most specific first. The language takes precedence over the purpose: a general text in the
 * person's language is better than a specific one in another.
 */
export const templateFor = (
  templates: Templates,
  name: Purpose | NoticeKind,
  language: Language,
): string | undefined => ownTemplate(templates, name, language) ?? ownTemplate(templates, COMMON, language);

/** The template that a list names for a message, `common` aside. */
const ownTemplate = (templates: Templates, name: string, language: Language): string | undefined =>
  templates.get(`${name}.${language}`) ?? templates.get(language) ?? templates.get(name) ?? templates.get('');

const parse = (value: string, names: readonly string[]): Templates => {
  const keys = keysOf(names);
  const templates = new Map<string, string>();
  for (const part of value.split(',').map(text => text.trim())) {
    if (part === '') continue;
    const [, key = '', template = ''] = /^(?:([\w.-]+)\s*=\s*)?([\w-]{1,64})$/.exec(part) ?? [];
    if (template === '' || (key !== '' && !keys.has(key))) {
      throw new InvalidSetting(
        `a template, or templates like "SMS_1, en=SMS_2, ${names[0]}.en=SMS_3" by name ` +
          `(${names.join(', ')}), language (${languages.join(', ')}) or both`,
        part,
      );
    }
    if (templates.has(key))
      throw new InvalidSetting(`one template for ${key === '' ? 'all the rest' : key}`, value);
    templates.set(key, template);
  }
  return templates;
};

/**
 * Reads `SMS_1` or `SMS_1, en=SMS_2, register.en=SMS_3`.
 * @throws Wrong where a part is malformed or doubled, or a message would have no template.
 */
export const parseTemplates = (value: string): Templates => {
  const templates = parse(value, purposes);
  for (const purpose of toPhones) {
    for (const language of languages) {
      if (templateFor(templates, purpose, language) === undefined) {
        throw new InvalidSetting(`a template for ${purpose}.${language} too, or one for all the rest`, value);
      }
    }
  }
  return templates;
};

/** Reads the templates of security messages, any of which may be absent. @throws Wrong where a part is malformed or doubled. */
export const parseNoticeTemplates = (value: string): Templates => parse(value, noticeNames);

/** The kinds of security messages that have no template of their own in a language: those that `common` replaces, and the others. */
export const noticeTemplateGaps = (
  templates: Templates,
): { readonly common: readonly string[]; readonly none: readonly string[] } => {
  const common: string[] = [];
  const none: string[] = [];
  for (const kind of noticeKinds) {
    for (const language of languages) {
      if (ownTemplate(templates, kind, language) !== undefined) continue;
      const gaps = ownTemplate(templates, COMMON, language) === undefined ? none : common;
      gaps.push(`${kind}.${language}`);
    }
  }
  return { common, none };
};
