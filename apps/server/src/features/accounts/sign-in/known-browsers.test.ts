import { expect, test } from 'vitest';
import { createKnownBrowsers } from './known-browsers.ts';

const browsers = createKnownBrowsers({ https: true, key: Buffer.from('key') });
const headerOf = (cookie: string) => cookie.split(';')[0] ?? '';

test('a browser is known to the accounts that signed in there, and to no other', () => {
  const first = browsers.remember(undefined, 'anna');
  expect(first).toMatch(
    /^__Host-rollcall_browser=[\w.~-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const both = headerOf(browsers.remember(`other=1; ${headerOf(first)}`, 'bo'));
  expect(browsers.find(both, 'anna')).toBe(browsers.find(headerOf(first), 'anna'));
  expect(browsers.find(both, 'bo')).toMatch(/^[\w-]{16}$/);
  expect(browsers.find(both, 'chen')).toBeUndefined();
  expect(browsers.find(both, undefined)).toBeUndefined();
});

test('another sign-in keeps the id, so that it does not reset a counter', () => {
  const first = headerOf(browsers.remember(undefined, 'anna'));
  const again = headerOf(browsers.remember(first, 'anna'));
  expect(again).toBe(first);
});

test('the cookie holds the last eight accounts', () => {
  let header: string | undefined;
  for (let n = 0; n < 10; n += 1) header = headerOf(browsers.remember(header, `pupil ${n}`));
  expect(Array.from({ length: 10 }, (_, n) => browsers.find(header, `pupil ${n}`) !== undefined)).toEqual([
    false,
    false,
    ...Array.from({ length: 8 }, () => true),
  ]);
  expect(header?.length).toBeLessThan(400);
});

test.each([
  'x',
  '~~~',
  'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA',
  `${'A'.repeat(5000)}.${'A'.repeat(22)}`,
  '"><script>',
])('a forged cookie %s is ignored', value => {
  expect(browsers.find(`__Host-rollcall_browser=${value}`, 'anna')).toBeUndefined();
  expect(
    browsers.find(headerOf(browsers.remember(`__Host-rollcall_browser=${value}`, 'bo')), 'anna'),
  ).toBeUndefined();
});

test('a cookie signed by another key, or altered, is ignored', () => {
  const others = createKnownBrowsers({ https: true, key: Buffer.from('another') });
  expect(browsers.find(headerOf(others.remember(undefined, 'anna')), 'anna')).toBeUndefined();
  const own = headerOf(browsers.remember(undefined, 'anna'));
  const altered = own.replace(/=(.)/, (_, letter: string) => `=${letter === 'A' ? 'B' : 'A'}`);
  expect(browsers.find(altered, 'anna')).toBeUndefined();
});
