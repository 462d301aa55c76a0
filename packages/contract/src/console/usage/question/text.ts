/** The text of a question, by which it stands in an address. */
import * as v from 'valibot';
import { question, questionDefaults, type Question, type QuestionInput } from './question.ts';

/** Characters of a question's text at most. */
export const QUESTION_TEXT = 8192;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The entries of an object that are not the usual ones. */
const unusual = (given: object, usual: object): object => {
  const known: Readonly<Record<string, unknown>> = { ...usual };
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => !same(value, known[key])));
};

/** Without what has its default. */
const shortened = (given: QuestionInput): object => {
  const { v: version, kind, ...full } = v.parse(question, given);
  const usual = questionDefaults(kind);
  const series = full.series.map(each => unusual(each, usual.series[0] ?? {}));
  const population = unusual(full.population, usual.population);
  const rest = unusual({ ...full, population, series }, { ...usual, population: {}, series: [{}] });
  return { v: version, kind, ...rest };
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url of the UTF-8 of a text; written out, since what has it is no part of the language. */
const encoded = (text: string): string => {
  let found = '';
  let [bits, held] = [0, 0];
  for (const [, hex, character = ''] of encodeURIComponent(text).matchAll(/%([\dA-F]{2})|([^%])/g)) {
    bits = (bits << 8) | (hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16));
    for (held += 8; held >= 6; held -= 6) found += LETTERS[(bits >> (held - 6)) & 63];
    bits &= (1 << held) - 1;
  }
  return held === 0 ? found : found + LETTERS[(bits << (6 - held)) & 63];
};

/** @throws Error where it is no base64url of UTF-8 */
const decoded = (text: string): string => {
  let found = '';
  let [bits, held] = [0, 0];
  for (const letter of text) {
    const six = LETTERS.indexOf(letter);
    if (six < 0) throw new Error('no base64url');
    bits = (bits << 6) | six;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    found += `%${((bits >> held) & 255).toString(16).padStart(2, '0')}`;
    bits &= (1 << held) - 1;
  }
  return decodeURIComponent(found);
};

/**
 * Writes a question as the text that an address and `askUsageQuestion` take: its JSON without defaults, in base64url.
 * @throws ValiError where it is no question
 * @example writeQuestion({ v: 1, kind: 'trend', series: [{ event: { kind: 'custom', key: 'lesson.open' } }] });
 * @see `docs/usage-queries.md`
 */
export const writeQuestion = (given: QuestionInput): string => encoded(JSON.stringify(shortened(given)));

/**
 * Reads the text of a question: its JSON, plain or in base64url.
 * @returns the question with its defaults, or the path of what is wrong in it, such as `series.0.measure`
 * @example const { question, fault } = readQuestion(text);
 * @see `docs/usage-queries.md`
 */
export const readQuestion = (
  text: string,
):
  | { readonly question: Question; readonly fault?: undefined }
  | { readonly question?: undefined; readonly fault: string } => {
  if (text.length > QUESTION_TEXT) return { fault: 'question' };
  let json: unknown;
  try {
    json = JSON.parse(text.startsWith('{') ? text : decoded(text));
  } catch {
    return { fault: 'question' };
  }
  const read = v.safeParse(question, json);
  if (read.success) return { question: read.output };
  const [issue] = read.issues;
  return { fault: v.getDotPath(issue) ?? 'question' };
};
