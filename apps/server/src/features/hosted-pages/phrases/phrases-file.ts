/** The file with a school's own phrases (ROLLCALL_PHRASES), as it is written. */
import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../../http/language.ts';
import { InvalidSetting } from '../../../platform/config-reader.ts';

/** A school's own phrases by language and key. */
export type WrittenPhrases = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

const LARGEST = 1024 * 1024;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws an Error that says what is wrong with the text */
export const parsePhrases = (text: string): WrittenPhrases => {
  const written: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (!isObject(written)) throw new Error('it is no object');
  const read: { [L in Language]?: Record<string, string> } = {};
  for (const [name, phrases] of Object.entries(written)) {
    const language = languages.find(known => known === name);
    if (!language) throw new Error(`"${name.slice(0, 40)}" is none of ${languages.join(', ')}`);
    if (!isObject(phrases)) throw new Error(`"${language}" is no object of phrases by their keys`);
    const texts: Record<string, string> = Object.create(null);
    for (const [key, phrase] of Object.entries(phrases)) {
      if (typeof phrase !== 'string') throw new Error(`${language}, ${key}: it is no text`);
      texts[key] = phrase;
    }
    read[language] = texts;
  }
  return read;
};

const phrasesIn = (what: string, shown: string, bytes: () => Uint8Array): WrittenPhrases => {
  try {
    const read = bytes();
    if (read.length > LARGEST) throw new Error('larger than 1 MiB');
    return parsePhrases(new TextDecoder('utf-8', { fatal: true }).decode(read));
  } catch (error) {
    throw new InvalidSetting(
      `${what} like {"en": {"signIn.title": "Come in"}} (${(error as Error).message.slice(0, 200)})`,
      shown,
    );
  }
};

/** Reads the file of a path. @throws InvalidSetting */
export const phrasesFile = (file: string): WrittenPhrases =>
  phrasesIn('a JSON file', file, () => readFileSync(file));

/** Reads such a file's content. @throws InvalidSetting */
export const parsedPhrases = (content: string): WrittenPhrases =>
  phrasesIn('JSON', `${content.slice(0, 20)}…`, () => new TextEncoder().encode(content));
