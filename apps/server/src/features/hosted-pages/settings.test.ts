import { expect, it } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { ConfigError } from '../../platform/config-reader.ts';

const base = {
  ROLLCALL_SECRET: 'Zq3-a-secret-of-my-own-0123456789-xyz',
  ROLLCALL_ISSUER: 'https://accounts.school.example',
  ROLLCALL_PIDS: 'school,club',
  ROLLCALL_PRODUCTS: 'school',
};
const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ...base, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

it.each([
  ['ROLLCALL_COOKIE_PREFIX', 'school=', 'letters, digits, - and _'],
  ['ROLLCALL_COOKIE_DOMAIN', 'other.example', 'a domain above it'],
  ['ROLLCALL_COOKIE_DOMAIN', 'example', 'a domain above it'],
  ['ROLLCALL_COOKIE_DOMAIN', 'school.example; Secure', 'a domain above it'],
  ['ROLLCALL_PAGE_HOSTS', 'a.school.example', 'entries like'],
  ['ROLLCALL_PAGE_HOSTS', 'a.school.example=unknown', 'pids out of ROLLCALL_PIDS'],
  ['ROLLCALL_PAGE_HOSTS', 'a.school.example=club/unknown', 'product codes out of ROLLCALL_PRODUCTS'],
  ['ROLLCALL_SIGN_IN_WAYS', 'fax', 'code, password'],
  ['ROLLCALL_PAGE_CHANNELS', 'sms,fax', 'sms, voice, email'],
  ['ROLLCALL_NAME', '<b>', 'without <'],
  ['ROLLCALL_MARK', 'http://school.example/mark.svg', 'https://school.example/mark.svg'],
  // One of this server is set in the console alone.
  ['ROLLCALL_MARK', `/pictures/${'a'.repeat(32)}.webp`, 'https://school.example/mark.svg'],
  ['ROLLCALL_COLOUR', '#ffcc00', 'a darker colour'],
  ['ROLLCALL_COLOUR', 'red', '#1f4b8f'],
  ['ROLLCALL_SUPPORT', 'javascript:alert(1)', 'mailto:'],
  ['ROLLCALL_CLICK_MAP', 'yes', 'off, on'],
  ['ROLLCALL_ICP', '12345678', '京ICP备'],
  ['ROLLCALL_ICP', '京ICP备12345678号<b>', '京ICP备'],
  ['ROLLCALL_POLICE_RECORD', '11010502030000', '京公网安备'],
])('%s=%s is refused', (name, value, expected) => {
  expect(problems({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} .*${expected}`))]);
});

it('refuses page hosts that are no listed origins, and a host that is named twice', () => {
  const env = { ROLLCALL_ORIGINS: 'https://b.school.example' };
  expect(
    problems({ ...env, ROLLCALL_PAGE_HOSTS: 'b.school.example=club,accounts.school.example=school' }),
  ).toEqual([]);
  expect(problems({ ...env, ROLLCALL_PAGE_HOSTS: 'c.school.example=club' })).toEqual([
    expect.stringMatching(/^ROLLCALL_PAGE_HOSTS .*add https:\/\/c\.school\.example/),
  ]);
  expect(problems({ ...env, ROLLCALL_PAGE_HOSTS: 'b.school.example=club,B.school.example=school' })).toEqual([
    expect.stringMatching(/^ROLLCALL_PAGE_HOSTS is "b\.school\.example".*each host once/),
  ]);
});

it('refuses hosts outside the cookie domain', () => {
  expect(
    problems({ ROLLCALL_COOKIE_DOMAIN: 'school.example', ROLLCALL_PAGE_HOSTS: 'a.other.example=club' }),
  ).toEqual([expect.stringContaining('hosts of ROLLCALL_COOKIE_DOMAIN')]);
});
