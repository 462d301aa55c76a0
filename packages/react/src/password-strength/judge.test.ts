import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Judgement, judge } from './judge.ts';
import { strengthWords } from './words.ts';

test.each([
  ['123456', 'weak', 'topTen'],
  ['password1', 'weak', 'common'],
  ['aaaaaaaa', 'weak', 'simpleRepeat'],
  ['abcdefghij', 'weak', 'sequences'],
  ['Passw0rd', 'weak', undefined],
  ['qwertyuiop', 'weak', undefined],
  ['Tree-house9', 'strong', undefined],
  ['walk_the_dog', 'strong', undefined],
] as const)('%s is %s', (password, level, warning) => {
  const found = judge(password, []);
  expect(found.level).toBe(level);
  if (warning) expect(found.warning).toBe(warning);
});

test('personal data of the account makes a password weak', () => {
  const secret = 'Xq7kamwe2';
  expect(judge(secret, []).level).not.toBe('weak');
  expect(judge(secret, ['', secret])).toMatchObject({ level: 'weak', warning: 'userInputs' });
});

test('for any password, every sentence exists in both languages', () => {
  const pieces = [
    'love',
    '1990',
    'qwer',
    'aaa',
    'abc',
    'p@ss',
    'DROW',
    'zhang',
    '12/05',
    'drowssap',
    'T9!x',
    '2026',
  ];
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map(all => all.join('')),
      ),
      password => {
        const { level, warning, advice }: Judgement = judge(password, ['zhang']);
        for (const words of Object.values(strengthWords)) {
          expect(words.level[level]).toBeTruthy();
          if (warning) expect(words.warning[warning]).toBeTruthy();
          // the two that are said of an empty password alone are not ours to say
          for (const key of password === '' ? [] : advice) expect(words.advice[key]).toBeTruthy();
        }
      },
    ),
    { numRuns: 300 },
  );
});
