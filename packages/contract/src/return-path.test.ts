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

test('for any return address, the page that is opened is of this site', () => {
  fc.assert(
    fc.property(nasty, fc.boolean(), (value, slash) => {
      const path = safeReturnPath(slash ? `/${value}` : value, '/account');
      expect(path).toMatch(/^\/(?!\/)/);
      expect(new URL(path, `${HERE}/sign-in`).origin).toBe(HERE);
    }),
    { numRuns: 3000 },
  );
});

test('of other origins only the listed ones are opened, and exactly these', () => {
  const origins = ['https://a.school.example', 'https://b.school.example:8443'];
  const to = (value: string) => safeReturnPath(value, '/account', origins);
  expect(to('https://a.school.example/lesson?n=1#x')).toBe('https://a.school.example/lesson?n=1#x');
  expect(to('https://b.school.example:8443/')).toBe('https://b.school.example:8443/');
  // without the name and password, which would be sent along
  expect(to('https://me:secret@a.school.example/x')).toBe('https://a.school.example/x');
  for (const other of [
    'http://a.school.example/',
    'https://a.school.example:444/',
    'https://b.school.example/',
    'https://a.school.example.evil.example/',
    'https://a.school.example@evil.example/',
    'https://evil.example/#https://a.school.example',
    'https://x.a.school.example/',
    // its origin is the listed one, but it is a document that a script made
    'blob:https://a.school.example/x',
  ])
    expect(to(other)).toBe('/account');
  fc.assert(
    fc.property(nasty, fc.constantFrom('', ...origins), (value, start) => {
      const { origin } = new URL(to(start + value), `${HERE}/sign-in`);
      expect([HERE, ...origins]).toContain(origin);
    }),
    { numRuns: 2000 },
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
