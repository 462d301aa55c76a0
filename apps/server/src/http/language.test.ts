import { expect, it } from 'vitest';
import { acceptedLanguage, readCookie, pageLanguage, pageTheme } from './language.ts';

it.each([
  [undefined, 'zh-CN'],
  ['', 'zh-CN'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['fr, de', 'zh-CN'],
  ['zh-TW;q=0.4, en;q=0.5', 'en'],
  ['en;q=0.5, zh;q=0.5', 'en'],
  ['en;q=0, fr', 'zh-CN'],
  ['EN-us', 'en'],
  ['en;q=x', 'zh-CN'],
  ['*', 'zh-CN'],
])('Accept-Language %s means %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

it('reads a cookie among others', () => {
  expect(readCookie('a=1; rollcall_theme=dark ;b=2', 'rollcall_theme')).toBe('dark');
  expect(readCookie('xrollcall_theme=dark', 'rollcall_theme')).toBeUndefined();
  expect(readCookie(undefined, 'a')).toBeUndefined();
});

it('takes the choice in the cookie before the browser’s language, and nothing unknown', () => {
  const headers = { 'accept-language': 'en' };
  expect(pageLanguage({ ...headers, cookie: 'rollcall_language=zh-CN' })).toBe('zh-CN');
  expect(pageLanguage({ ...headers, cookie: 'rollcall_language=../../etc' })).toBe('en');
  expect(pageTheme({ cookie: 'rollcall_theme=dark' })).toBe('dark');
  expect(pageTheme({ cookie: 'rollcall_theme="><script>' })).toBe('');
});
