/// <reference types="node" />
import { expect, test } from 'vitest';
import { accountId, usageProof } from './account-id.ts';
import { init } from './auth.ts';
import { memoryStorage } from './memory-storage.ts';

const token = (claims: unknown) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

const authOf = (access: string | undefined) => {
  const storage = memoryStorage();
  const set = (text: string) => ({ token: text, type: 'Bearer', expires_in: 3600 });
  if (access !== undefined) storage.write({ access: set(access), refresh: set('r') });
  return init({ pid: 'p', appid: 'a', product_code: 'c', platform: 'web' }, { storage });
};
const idOf = (access: string | undefined) => accountId(authOf(access));

test('the proof is a claim beside the subject', () => {
  expect(usageProof(authOf(token({ sub: '42', usage_proof: 'abc' })))).toBe('abc');
  expect(usageProof(authOf(token({ sub: '42' })))).toBeUndefined();
  expect(usageProof(authOf(undefined))).toBeUndefined();
});

test('the account is the token’s subject', () => {
  // In the signs of base64url, where base64 has others.
  expect(token({ sub: '~~~???>>>' })).toMatch(/[-_]/);
  expect(idOf(token({ sub: '~~~???>>>' }))).toBe('~~~???>>>');
  expect(idOf(token({ sub: '42' }))).toBe('42');
});

test.each([undefined, '', 'opaque', 'a.b.c', 'a.!!.c', token(null), token({ sub: 42 }), token({})])(
  '%s names no account',
  value => {
    expect(idOf(value)).toBeUndefined();
  },
);
