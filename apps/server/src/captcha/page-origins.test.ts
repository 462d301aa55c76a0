import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { pageOrigins } from './page-origins.ts';

const originsOf = (env: Record<string, string>): string[] =>
  pageOrigins(readConfig({ ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef', ...env }).captcha);
const geetest = {
  ROLLCALL_CAPTCHA_VENDORS: 'geetest',
  ROLLCALL_GEETEST_ID: 'id',
  ROLLCALL_GEETEST_KEY: 'key',
};

test('without a vendor nothing is allowed; with one, its own hosts', () => {
  expect(originsOf({})).toEqual([]);
  expect(originsOf(geetest)).toEqual([
    'https://*.geetest.com',
    'https://*.geevisit.com',
    'https://*.gsensebot.com',
  ]);
});

test('a script that stands elsewhere: that place alone', () => {
  const env = { ...geetest, ROLLCALL_GEETEST_SCRIPT_URL: 'http://127.0.0.1:8090/geetest/gt.js?v=1' };
  expect(originsOf(env)).toEqual(['http://127.0.0.1:8090']);
});
