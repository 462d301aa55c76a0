/** Every phrase of the pages that a school can replace, by its key. For prerendering only. */
import { type DocumentWords, documentWords } from '@rollcall/app-shell/document';
import { featureWords, type Language, replaceWords } from '@rollcall/react';
import { accountPageWords } from '../pages/account/words.ts';
import { allowWords } from '../pages/allow/words.ts';
import { errorWords } from '../pages/error/words.ts';
import { front } from '../pages/index/words.ts';
import { afterWords } from '../pages/reset/words.ts';
import { alreadyWords } from '../pages/sign-in/already-words.ts';
import { cookieWords } from '../pages/sign-in/cookie-words.ts';
import { leftWords } from '../pages/sign-in/left-words.ts';
import { sharedWords } from '../pages/sign-in/shared-words.ts';
import { documents, type PageWords } from './documents.ts';
import { words as en } from './en.ts';
import type { PageParts } from './page-words.ts';
import type { Words } from './words.ts';
import { words as zhCN } from './zh-CN.ts';

type Tree = Readonly<Record<string, unknown>>;

/** A phrase as people read it, and the names of what is filled in, as `{name}`. */
export interface Phrase {
  readonly text: string;
  /** Absent: nothing is filled in. */
  readonly parameters?: readonly string[];
  /** Those of them that may not be left out. */
  readonly required?: readonly string[];
}

const languages = { 'zh-CN': zhCN, en } as const;

const pageParts: { readonly [P in keyof PageParts]: Readonly<Record<Language, PageParts[P]>> } = {
  accountPage: accountPageWords,
  after: afterWords,
  allow: allowWords,
  already: alreadyWords,
  cookies: cookieWords,
  error: errorWords,
  front,
  left: leftWords,
  shared: sharedWords,
};

/** The example school and the gallery are for developers. */
const OF_DEVELOPERS = /^(?:gallery|contests|lesson-\d)$/;
const ofPeople = (words: PageWords): Tree =>
  Object.fromEntries(Object.entries(words).filter(([name]) => !OF_DEVELOPERS.test(name)));

const inLanguage = (
  tables: Readonly<Record<string, Readonly<Record<Language, unknown>>>>,
  language: Language,
) => Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table[language]]));

/** All phrases of a language. */
const treeOf = (language: Language): Tree => {
  const { phrases, product: _product, mark: _mark, ...frame } = languages[language];
  const { language: _language, ...groups } = phrases;
  const { titles, descriptions } = documents[language];
  return {
    ...groups,
    parts: inLanguage(featureWords, language),
    pages: {
      frame,
      ...inLanguage(pageParts, language),
      titles: ofPeople(titles),
      descriptions: ofPeople(descriptions),
      document: documentWords[language],
    },
  };
};

const flatten = (words: object, at = ''): [key: string, phrase: unknown][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${at}${key}.`)
      : [[at + key, value] as const],
  );

type Sentence = (...given: readonly unknown[]) => string;
const isSentence = (phrase: unknown): phrase is Sentence => typeof phrase === 'function';

/** The names of a function's parameters, as its source has them. */
const parametersOf = (sentence: Sentence): readonly string[] => {
  const [, list = ''] = /^\(?([^()=]*?)\)?\s*=>/.exec(Function.prototype.toString.call(sentence)) ?? [];
  return list
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
};

/** The parameters that stand in the sentence as they are given. */
const shownBy = (sentence: Sentence, parameters: readonly string[]): readonly string[] => {
  const text = sentence(...parameters.map(name => `{${name}}`));
  return parameters.filter(name => text.includes(`{${name}}`));
};

/** The phrases of a language by key. Parameters have the names of the English source. */
export function catalogue(language: Language): Readonly<Record<string, Phrase>> {
  const other = new Map(flatten(treeOf(language === 'en' ? 'zh-CN' : 'en')));
  return Object.fromEntries(
    flatten(treeOf(language)).map(([key, phrase]): [string, Phrase] => {
      if (!isSentence(phrase)) return [key, { text: String(phrase) }];
      const both = [phrase, other.get(key)].filter(isSentence);
      const source = language === 'en' ? phrase : (both[1] ?? phrase);
      const english = parametersOf(source);
      const required = english.filter(name => both.some(one => shownBy(one, english).includes(name)));
      // A number that decides about the sentence is shown as 3.
      const shown = english.map(name => (required.includes(name) ? `{${name}}` : 3));
      return [key, { text: phrase(...shown), parameters: english, required }];
    }),
  );
}

/** A school's own phrases of a language, in the form of the catalogue's tree; functions are templates. */
export interface OwnPhrases {
  readonly parts?: Tree;
  readonly pages?: Tree & {
    readonly frame?: Tree;
    readonly titles?: Partial<PageWords>;
    readonly descriptions?: Partial<PageWords>;
    readonly document?: Partial<DocumentWords>;
  };
  readonly [group: string]: unknown;
}

/** The same as a tree over `Words`, for `replaceWords`: the pages' parts stand beside those of the features. */
export function wordsOf({ parts, pages = {}, ...groups }: OwnPhrases): object {
  const { frame, titles: _titles, descriptions: _descriptions, document: _document, ...own } = pages;
  return { ...frame, phrases: { ...groups, parts: { ...parts, ...own } } };
}

/** What a document is made of in a language, with a school's own phrases in it. */
export function documentWordsOf(language: Language, own: OwnPhrases | undefined) {
  const { titles, descriptions } = documents[language];
  return {
    words: own ? replaceWords<Words>(languages[language], wordsOf(own)) : languages[language],
    titles: { ...titles, ...own?.pages?.titles },
    descriptions: { ...descriptions, ...own?.pages?.descriptions },
    document: { ...documentWords[language], ...own?.pages?.document },
  };
}
