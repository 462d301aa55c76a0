import { clientErrors } from '@rollcall/contract';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { zhCN } from './zh-CN.ts';

const flatten = (words: object, at = ''): [string, unknown][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? flatten(value, `${at}${key}.`) : [[at + key, value]],
  );
const texts = (words: object): [string, string][] =>
  flatten(words).map(([key, value]) => [
    key,
    typeof value === 'function'
      ? String(
          (value as (argument: unknown) => unknown)(
            key.endsWith('descriptionLeft') || /In$|wait|summary/.test(key) ? 3 : 'x',
          ),
        )
      : String(value),
  ]);

test('both languages say the same things', () => {
  expect(
    flatten(en)
      .map(([key]) => key)
      .sort(),
  ).toEqual(
    flatten(zhCN)
      .map(([key]) => key)
      .sort(),
  );
});

test.each([
  ['zh-CN', zhCN],
  ['en', en],
] as const)('%s: every client error has what happened and what to do next', (_, words) => {
  for (const name of clientErrors) {
    expect(words.problems[name].what.length).toBeGreaterThan(3);
    expect(words.problems[name].next.length).toBeGreaterThan(3);
  }
});

test('each language is itself', () => {
  for (const [key, text] of texts(en)) expect(text, key).not.toMatch(/\p{sc=Han}|Oops|undefined/u);
  const latin = new Set(['language', 'fields.countryCode', 'account.qq', 'agreements.open']);
  for (const [key, text] of texts(zhCN)) if (!latin.has(key)) expect(text, key).toMatch(/\p{sc=Han}/u);
});
