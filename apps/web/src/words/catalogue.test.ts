import { replaceWords, type Template } from '@rollcall/react';
import { describe, expect, test } from 'vitest';
import { catalogue, documentWordsOf, wordsOf } from './catalogue.ts';
import { words as en } from './en.ts';
import { treeOf } from './testing.ts';

const at = (words: object, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], words);

/** Where a key of the catalogue stands in the words of a page. */
const pathOf = (key: string): string =>
  key.startsWith('pages.frame.')
    ? key.slice('pages.frame.'.length)
    : key.startsWith('pages.')
      ? `phrases.parts.${key.slice('pages.'.length)}`
      : `phrases.${key}`;

describe.each(['zh-CN', 'en'] as const)('%s:', language => {
  const all = Object.entries(catalogue(language));
  /** Own words for a phrase: its key, and everything that is filled in. */
  const own = all.map(([key, { parameters }]): [string, string | Template] => [
    key,
    parameters ? [`${key}:`, ...parameters.keys()] : `${key}!`,
  ]);

  test('every phrase can be replaced', () => {
    expect(all.length).toBeGreaterThan(900);
    const tree = treeOf(own);
    const { words, titles, descriptions, document } = documentWordsOf(language, tree);
    for (const [key, { parameters }] of all) {
      const [, , group = '', rest = ''] = /^(pages\.(titles|descriptions|document)\.)(.*)$/.exec(key) ?? [];
      const found =
        group === '' ? at(words, pathOf(key)) : at({ titles, descriptions, document }, `${group}.${rest}`);
      if (parameters) {
        const given = parameters.map((_, number) => `<${number}>`);
        // The words of a feature are merged where they are used: there the template meets its function.
        const sentence = Array.isArray(found)
          ? replaceWords({ f: () => '' }, { f: found } as never).f
          : found;
        expect((sentence as (...args: unknown[]) => string)(...given), key).toBe(`${key}:${given.join('')}`);
      } else expect(found, key).toBe(`${key}!`);
    }
  });

  test('what a school does not replace stays, and nothing of it is sent', () => {
    const words = wordsOf({ signIn: { title: 'x' } });
    expect(words).toEqual({ phrases: { signIn: { title: 'x' }, parts: {} } });
    expect(replaceWords(en, words as never).phrases.signIn).toEqual({ ...en.phrases.signIn, title: 'x' });
  });

  test('parameters have names, which the text shows', () => {
    for (const [key, { text, parameters = [], required = [] }] of all) {
      for (const name of parameters) expect(name, key).toMatch(/^[a-z][a-zA-Z]*$/);
      for (const name of required) expect(text, key).toContain(`{${name}}`);
      expect(text, key).not.toMatch(/NaN|undefined|\[object/);
    }
  });
});

test('both languages have the same keys and parameters', () => {
  const shape = (language: 'zh-CN' | 'en') =>
    Object.entries(catalogue(language)).map(([key, { parameters, required }]) => [key, parameters, required]);
  expect(shape('zh-CN')).toEqual(shape('en'));
});

test('Chinese phrases have a space beside letters and digits, and none between Chinese characters and marks', () => {
  const wrong = Object.values(catalogue('zh-CN')).flatMap(({ text }) =>
    /[\p{Script=Han}，。：；？！、] +[\p{Script=Han}，。：；？！、]|\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u.test(
      text,
    )
      ? [text]
      : [],
  );
  expect(wrong).toEqual([]);
});
