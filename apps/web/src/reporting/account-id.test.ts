/// <reference types="node" />
import { expect, test } from 'vitest';
import { accountId } from './account-id.ts';

const token = (claims: unknown) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('the account is the token’s subject', () => {
  // In the signs of base64url, where base64 has others.
  expect(token({ sub: '~~~???>>>' })).toMatch(/[-_]/);
  expect(accountId(token({ sub: '~~~???>>>' }))).toBe('~~~???>>>');
  expect(accountId(token({ sub: '42' }))).toBe('42');
});

test.each([undefined, '', 'opaque', 'a.b.c', 'a.!!.c', token(null), token({ sub: 42 }), token({})])(
  '%s names no account',
  value => {
    expect(accountId(value)).toBeUndefined();
  },
);
