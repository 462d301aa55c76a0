/** Which of a vendor's templates says a message: one for all, or one by purpose and language. */
import { type Purpose, purposes } from '@rollcall/contract';
import { InvalidSetting } from '../platform/config-reader.ts';
import type { Message } from './messages.ts';

export type Language = Message['language'];
const languages = ['zh-CN', 'en'] as const satisfies readonly Language[];

/** By `purpose.language`, language, purpose, or '' for all the rest; the values are a vendor's codes of templates. */
export type Templates = ReadonlyMap<string, string>;

const keys: ReadonlySet<string> = new Set([
  ...languages,
  ...purposes,
  ...purposes.flatMap(purpose => languages.map(language => `${purpose}.${language}`)),
]);

/** Purposes that go to a phone; `email` never does. */
const toPhones = purposes.filter(purpose => purpose !== 'email');

/**
 * The template of a message, the most particular first. A language goes before a purpose: general words that somebody
 * can read are better than fitting words that they can't.
 */
export const templateFor = (templates: Templates, purpose: Purpose, language: Language): string | undefined =>
  templates.get(`${purpose}.${language}`) ??
  templates.get(language) ??
  templates.get(purpose) ??
  templates.get('') ??
  // Its words fit every purpose, and a purpose that a new version adds needs no new setting.
  (purpose === 'common' ? undefined : templateFor(templates, 'common', language));

/**
 * Reads `SMS_1` or `SMS_1, en=SMS_2, register.en=SMS_3`.
 * @throws Wrong where a part is malformed or doubled, or a message would have no template.
 */
export const parseTemplates = (value: string): Templates => {
  const templates = new Map<string, string>();
  for (const part of value.split(',').map(text => text.trim())) {
    if (part === '') continue;
    const [, key = '', template = ''] = /^(?:([\w.-]+)\s*=\s*)?([\w-]{1,64})$/.exec(part) ?? [];
    if (template === '' || (key !== '' && !keys.has(key))) {
      throw new InvalidSetting(
        'a template, or templates like "SMS_1, en=SMS_2, register.en=SMS_3" by purpose ' +
          `(${purposes.join(', ')}), language (${languages.join(', ')}) or both`,
        part,
      );
    }
    if (templates.has(key))
      throw new InvalidSetting(`one template for ${key === '' ? 'all the rest' : key}`, value);
    templates.set(key, template);
  }
  for (const purpose of toPhones) {
    for (const language of languages) {
      if (templateFor(templates, purpose, language) === undefined) {
        throw new InvalidSetting(`a template for ${purpose}.${language} too, or one for all the rest`, value);
      }
    }
  }
  return templates;
};
