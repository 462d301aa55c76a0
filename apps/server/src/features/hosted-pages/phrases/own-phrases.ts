/** A school's own phrases, checked against those of the pages, and as the pages take them. */
import { type Language, languages } from '../../../http/language.ts';
import { nearestName } from '../../../platform/nearest-name.ts';
import type { WrittenPhrases } from './phrases-file.ts';

/** A phrase of the pages: its text, with what is filled in as `{name}`. */
export interface KnownPhrase {
  readonly text: string;
  /** The names of what is filled in. Absent: nothing. */
  readonly parameters?: readonly string[];
  /** Those of them that may not be left out. */
  readonly required?: readonly string[];
}

/** The phrases of a language by key. */
export type Catalogue = Readonly<Record<string, KnownPhrase>>;

/** Problems that are told. To look for the nearest key of each of some hundred would delay the start by seconds. */
const TOLD = 10;

/** Characters of a phrase. */
const LONGEST = 600;

/** Texts, and between them the numbers of the parameters that stand there. */
type Template = readonly (string | number)[];
type Tree = { [key: string]: Tree | string | Template | readonly unknown[] };

/** Why a phrase can't be used; undefined where it can. */
const problemOf = (text: string, { parameters, required = [] }: KnownPhrase): string | undefined => {
  if (text.trim() === '') return 'it is empty';
  if ([...text].length > LONGEST) return `it has more than ${LONGEST} characters`;
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return 'it has control characters';
  if (!parameters) return undefined;
  const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = named.find(name => !parameters.includes(name));
  const may =
    parameters.length === 0
      ? 'nothing is filled in here'
      : `there is ${parameters.map(name => `{${name}}`).join(', ')}`;
  if (unknown !== undefined) return `{${unknown}} is unknown; ${may}`;
  const missing = required.find(name => !named.includes(name));
  return missing === undefined ? undefined : `{${missing}} is missing`;
};

const templateOf = (text: string, parameters: readonly string[]): Template =>
  text
    .split(/\{([^{}]*)\}/)
    .map((part, at) => (at % 2 === 0 ? part : parameters.indexOf(part)))
    .filter(part => part !== '');

/** Lists of phrases are replaced whole: an object of numbers, filled up with what it lacks, becomes a list. */
const withLists = (tree: Tree, catalogue: Catalogue, at = ''): Tree | readonly unknown[] => {
  const keys = Object.keys(tree);
  if (!keys.every(key => /^\d+$/.test(key)))
    return Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === 'object' && !Array.isArray(value)
          ? withLists(value as Tree, catalogue, `${at}${key}.`)
          : value,
      ]),
    );
  const whole: Tree = {};
  for (const [key, { text }] of Object.entries(catalogue))
    if (key.startsWith(at)) put(whole, key.slice(at.length), text);
  const merged = over(whole, tree);
  const list = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.values(value).map(list)
      : value;
  return list(merged) as readonly unknown[];
};

const over = (base: Tree, own: Tree): Tree => {
  const merged = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = merged[key];
    merged[key] =
      typeof before === 'object' && typeof value === 'object' ? over(before as Tree, value as Tree) : value;
  }
  return merged;
};

const put = (tree: Tree, key: string, value: string | Template): void => {
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  let at = tree;
  for (const step of steps) at = (at[step] ??= {}) as Tree;
  at[last] = value;
};

export interface OwnPhrases {
  /** By language, in the form of the catalogue's tree, sentences with parameters as templates. */
  readonly trees: Readonly<Partial<Record<Language, object>>>;
  /** Why the file can't be used, a line for each phrase, of the first ten, and how many more; the trees are not to be used where there is any. */
  readonly problems: readonly string[];
}

/** @param catalogues the phrases of the pages */
export const ownPhrases = (
  written: WrittenPhrases,
  catalogues: Readonly<Record<Language, Catalogue>>,
): OwnPhrases => {
  const problems: string[] = [];
  let untold = 0;
  const tell = (problem: () => string): void => {
    if (problems.length < TOLD) problems.push(problem());
    else untold += 1;
  };
  const trees: Partial<Record<Language, object>> = {};
  for (const language of languages) {
    const catalogue = catalogues[language];
    const tree: Tree = {};
    for (const [key, text] of Object.entries(written[language] ?? {})) {
      const known = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
      if (!known) {
        tell(() => {
          const nearest = nearestName(key, Object.keys(catalogue));
          return `${language}, ${key.slice(0, 100)}: unknown${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
        });
        continue;
      }
      const problem = problemOf(text, known);
      if (problem === undefined) put(tree, key, known.parameters ? templateOf(text, known.parameters) : text);
      else tell(() => `${language}, ${key}: ${problem}`);
    }
    if (Object.keys(tree).length > 0) trees[language] = withLists(tree, catalogue);
  }
  return { trees, problems: untold === 0 ? problems : [...problems, `and ${untold} more`] };
};
