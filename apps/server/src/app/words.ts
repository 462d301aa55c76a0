/** What the server says itself, in messages and on pages of its own: the usual words with those of a school in their place. */
import { purposes } from '@rollcall/contract';
import { numberChangeWords } from '../features/accounts/staff/number-change-page.ts';
import { accountPagesWords } from '../features/accounts/words.ts';
import { type Catalogue, ownPhrases } from '../features/hosted-pages/phrases/own-phrases.ts';
import type { WrittenPhrases } from '../features/hosted-pages/phrases/phrases-file.ts';
import { type Language, languages } from '../http/language.ts';
import { footWords } from '../http/site-foot.ts';
import { VARIABLE_LENGTH } from '../messages/notice-variables.ts';
import { textOf } from '../messages/texts.ts';
import { messageWords } from '../messages/words.ts';
import { flattenWords, namesIn, withOwnWords } from '../platform/words.ts';

const { agreements, bindEmail, endSessions, openid, takeBack } = accountPagesWords;

/** By the first part of the phrases' keys. */
const treeOf = (language: Language) => ({
  messages: messageWords[language],
  served: {
    agreements: agreements[language],
    bindEmail: bindEmail[language],
    endSessions: endSessions[language],
    foot: footWords[language],
    numberChange: numberChangeWords[language],
    openid: openid[language],
    takeBack: takeBack[language],
  },
});
type Tree = ReturnType<typeof treeOf>;

const OF_SERVER = /^(?:messages|served)(?:\.|$)/;

/** The phrases of a file that the server says itself, or the others, which are the pages'. */
const phrasesOf = (written: WrittenPhrases, whose: 'server' | 'pages'): WrittenPhrases =>
  Object.fromEntries(
    Object.entries(written).flatMap(([language, phrases]) => {
      const own = Object.entries(phrases).filter(([key]) => OF_SERVER.test(key) === (whose === 'server'));
      return own.length > 0 ? [[language, Object.fromEntries(own)]] : [];
    }),
  );

/** Every phrase of the server by its key; what is filled in may not be left out. */
export const serverCatalogue = (language: Language): Catalogue =>
  Object.fromEntries(
    flattenWords(treeOf(language)).map(([key, text]) => {
      const names = namesIn(text);
      return [key, names.length > 0 ? { text, parameters: names, required: names } : { text }];
    }),
  );

/** Characters of a text message that is sent as one; each of these counts as one character of UTF-16. */
const SEGMENT = 70;

/** Why a phrase can't be sent, though it has what is filled in. */
const unfit = (tree: Tree, language: Language, { own, signature }: Own): string[] => {
  const problems: string[] = [];
  const changed = Object.keys(own[language] ?? {});
  if (changed.some(key => /^messages\.(?:sms$|smsPurposes\.|purposes\.)/.test(key))) {
    const words = { ...messageWords, [language]: tree.messages };
    const sent = purposes
      .filter(purpose => purpose !== 'email')
      .flatMap(purpose => {
        const message = { channel: 'sms', purpose, language, code: '000000' } as const;
        const signed = (text: string) => `【${signature[language]}】${text}`;
        const text = signed(textOf(message, words));
        // the usual words are the school's to shorten, where its name is long
        return text.length > Math.max(SEGMENT, signed(textOf(message)).length) ? [text] : [];
      });
    const [longest] = sent.toSorted((a, b) => b.length - a.length);
    if (longest !== undefined)
      problems.push(
        `${language}, messages.sms: "${longest}" has ${longest.length} characters, and one text message has ${SEGMENT}`,
      );
  }
  for (const [key, text] of Object.entries(own[language] ?? {})) {
    if (/^messages\.(?:sms|notices)/.test(key) && /[【】]/.test(text))
      problems.push(`${language}, ${key}: 【】 stands around the signature alone, which is added`);
    if (key.startsWith('messages.notices.variables.') && [...text].length > VARIABLE_LENGTH)
      problems.push(`${language}, ${key}: a variable has ${VARIABLE_LENGTH} characters at most`);
  }
  return problems;
};

interface Own {
  readonly own: WrittenPhrases;
  readonly signature: Readonly<Record<Language, string>>;
}

/** Rollcall's own name, where the school has none. */
const NAMELESS = { 'zh-CN': '点名册', en: 'Rollcall' } as const;

/**
 * @param written the school's file; undefined: it has none
 * @param name the school's name, which signs text messages
 * @returns the words that are in force; `pages`: the phrases that are left to the pages; `problems`: why phrases of the server's
 * can't be used, a line for each
 */
export const serverWords = (
  written: WrittenPhrases | undefined,
  name: Readonly<Record<Language, string>> | undefined,
) => {
  const own = phrasesOf(written ?? {}, 'server');
  const pages = phrasesOf(written ?? {}, 'pages');
  const catalogues = { 'zh-CN': serverCatalogue('zh-CN'), en: serverCatalogue('en') };
  const { problems } = ownPhrases(own, catalogues);
  const trees = Object.fromEntries(
    languages.map(language => [language, withOwnWords(treeOf(language), own[language] ?? {})]),
  ) as Record<Language, Tree>;
  const signature = name ?? NAMELESS;
  const more =
    problems.length > 0
      ? []
      : languages.flatMap(language => unfit(trees[language], language, { own, signature }));
  const { 'zh-CN': zh, en } = trees;
  const served = <K extends keyof Tree['served']>(key: K) => ({
    'zh-CN': zh.served[key],
    en: en.served[key],
  });
  return {
    problems: [...problems, ...more],
    pages: Object.keys(pages).length > 0 ? pages : undefined,
    words: {
      messages: { 'zh-CN': zh.messages, en: en.messages },
      served: {
        agreements: served('agreements'),
        bindEmail: served('bindEmail'),
        endSessions: served('endSessions'),
        foot: served('foot'),
        numberChange: served('numberChange'),
        openid: served('openid'),
        takeBack: served('takeBack'),
      },
    },
  };
};

export type ServerWords = ReturnType<typeof serverWords>['words'];
