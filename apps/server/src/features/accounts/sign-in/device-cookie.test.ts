import { expect, test } from 'vitest';
import { createDeviceCookie } from './device-cookie.ts';

const cookie = createDeviceCookie({ https: true, key: Buffer.from('key') });
const headerOf = (line: string) => line.split(';')[0] ?? '';

test('each device keeps an id of its own', () => {
  const { id, setCookie } = cookie.create();
  expect(setCookie).toMatch(
    /^__Host-rollcall_device=[\w.-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(cookie.read(`other=1; ${headerOf(setCookie)}`)).toBe(id);
  expect(cookie.create().id).not.toBe(id);
});

test('a forged device id is refused', () => {
  const own = cookie.create();
  const [, mac] = headerOf(own.setCookie).split('.');
  const foreign = createDeviceCookie({ https: true, key: Buffer.from('another') }).create();
  for (const value of [
    '',
    'x.y',
    `${'A'.repeat(16)}.${mac}`,
    `${own.id}.${'A'.repeat(22)}`,
    headerOf(foreign.setCookie).split('=')[1],
  ])
    expect(cookie.read(`__Host-rollcall_device=${value}`)).toBeUndefined();
  expect(cookie.read(undefined)).toBeUndefined();
});
