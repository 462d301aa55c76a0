import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

const HERE = 'https://school.example';
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        '.',
        '..',
        '%2f',
        '%5c',
        '\t',
        '\n',
        '\0',
        '@',
        ':',
        '?',
        '#',
        'evil.example',
        'https:',
        'javascript:',
        ' ',
        'a',
      ),
      { maxLength: 9 },
    )
    .map(parts => parts.join('')),
);

test('whatever is asked for, the page that is opened is of this site', () => {
  fc.assert(
    fc.property(nasty, fc.boolean(), (value, slash) => {
      const path = safeReturnPath(slash ? `/${value}` : value, '/account');
      expect(path).toMatch(/^\/(?!\/)/);
      expect(new URL(path, `${HERE}/sign-in`).origin).toBe(HERE);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['/lessons/3?week=2#notes', '/lessons/3?week=2#notes'],
  ['/', '/'],
  [null, '/account'],
  ['', '/account'],
  ['https://evil.example/', '/account'],
  ['//evil.example', '/account'],
  ['/\\evil.example', '/account'],
  ['/\t/evil.example', '/account'],
  ['/.//evil.example', '/account'],
  ['javascript:alert(1)', '/account'],
  ['/sign-in?return=/sign-in', '/account'],
  ['/sign-up', '/account'],
  ['/reset', '/account'],
  ['/oauth/wechat?code=1&state=2', '/account'],
  ['/sign-in-help', '/sign-in-help'],
])('%s leads to %s', (value, path) => {
  expect(safeReturnPath(value, '/account')).toBe(path);
});
