import { AuthError } from '@rollcall/account';
import { type Call, calls, clientErrors, refusals, serverCodes } from '@rollcall/contract';
import { expect, test } from 'vitest';
import { featureWords } from './all-words.ts';
import { thirdPartyWords } from '../third-party/words.ts';
import { problemOf } from '../problem/problem.ts';
import { en, enEntrance } from './en.ts';
import { zhCNEntrance } from './entrance-zh-CN.ts';
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
          (value as (...given: unknown[]) => unknown)(
            key.endsWith('descriptionLeft') || /In$|wait|summary/.test(key) ? 3 : 'x',
            'y',
            'z',
          ),
        )
      : String(value),
  ]);

/** Every table of texts: the phrases, and the words of components with a table of their own. */
const tables = { phrases: { en, 'zh-CN': zhCN }, ...featureWords } as const;

test.each(Object.entries(tables))('%s: both languages say the same things', (_, words) => {
  const keys = (one: object) =>
    flatten(one)
      .map(([key]) => key)
      .sort();
  expect(keys(words.en)).toEqual(keys(words['zh-CN']));
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

/** What a page calls where people only sign in. */
const entrance = [
  'sendSilentLoginCaptcha',
  'loginSilently',
  'enrolByPhone',
  'loginByAccount',
  'loginSecurely',
  'challengeSecondStep',
  'finishSignIn',
  'finishSetUp',
  'challengePasskeySignIn',
  'loginByPasskey',
  'getThirdParties',
  'getAgreements',
  'getUnsignedAgreements',
  'signAgreements',
  'getPrivacy',
  'refreshTokens',
  'logout',
] as const;
test.each(entrance)('where people only sign in, every refusal of %s has words of its own', call => {
  const row: Call = calls[call];
  for (const refusal of row.refusals) {
    const { code, status } = refusals[refusal];
    const name = clientErrors[serverCodes[code as keyof typeof serverCodes]];
    if (!name) continue;
    const problem = problemOf(new AuthError(name, '', { server_code: code, status, body: { code } }));
    expect(Object.keys(zhCNEntrance.problems), refusal).toContain(problem.name);
    expect(Object.keys(enEntrance.problems), refusal).toContain(problem.name);
  }
});

test('each language is itself', () => {
  const latin = new Set([
    'agreements.comma',
    'kinds.qq',
    'language',
    'fields.countryCode',
    'account.qq',
    'platforms.app',
    'platforms.ios',
    'methods.qq',
    'agreements.open',
    'about',
    'comma',
    'percent',
    'guardian.clientComma',
  ]);
  for (const words of Object.values(tables)) {
    for (const [key, text] of texts(words.en)) expect(text, key).not.toMatch(/\p{sc=Han}|Oops|undefined/u);
    for (const [key, text] of texts(words['zh-CN']))
      if (!latin.has(key)) expect(text, key).toMatch(/\p{sc=Han}|\[object/u);
  }
});

test('every end of a third party’s sign-in says what happened and what to do next, in both languages', () => {
  for (const [language, han] of [
    ['en', false],
    ['zh-CN', true],
  ] as const)
    for (const failure of Object.values(thirdPartyWords[language].failures)) {
      for (const text of [failure.what('QQ'), failure.next('QQ')]) {
        expect(text.length).toBeGreaterThan(5);
        expect(/\p{sc=Han}/u.test(text)).toBe(han);
      }
    }
});
