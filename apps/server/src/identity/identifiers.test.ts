import { fields } from '@rollcall/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readIdentity, usernameValue } from './identifiers.ts';
import { LruCache } from '../platform/lru-cache.ts';
import { generateNickname, nicknameKey } from './nicknames.ts';

describe('an identity', () => {
  test.each([
    ['13812345678', 'phone', '13812345678'],
    [' １３８１２３４５６７８ ', 'phone', '13812345678'],
    ['Anna@Example.com', 'email', 'anna@example.com'],
    ['Anna_Lee', 'username', 'anna_lee'],
    ['12812345678', 'username', '12812345678'],
  ])('%s is a %s', (typed, kind, value) => {
    expect(readIdentity(typed)).toEqual({ kind, value });
  });

  test('every username is found as it is kept, in whatever case it is typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(fields.USERNAME), fc.boolean(), (username, upper) => {
        const typed = upper ? username.toUpperCase() : username;
        expect(readIdentity(typed)).toEqual({ kind: 'username', value: usernameValue(username) });
      }),
    );
  });

  test('is the same however often it is read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), typed => {
        const once = readIdentity(typed);
        expect(readIdentity(once.value)).toEqual(once);
      }),
    );
  });
});

describe('a nickname', () => {
  test('that is generated keeps to the rule', () => {
    for (const letters of [6, 12]) expect(generateNickname(letters)).toMatch(fields.NICKNAME);
    expect(new Set(Array.from({ length: 1000 }, () => generateNickname())).size).toBeGreaterThan(990);
  });

  test('has a key that does not change when it is made again', () => {
    expect(nicknameKey('Ａnna')).toBe(nicknameKey('aNNA'));
    expect(nicknameKey('ﬁona')).toBe('fiona');
    expect(nicknameKey('安娜')).not.toBe(nicknameKey('安妮'));
    fc.assert(
      fc.property(fc.stringMatching(fields.NICKNAME), nickname => {
        expect(nicknameKey(nicknameKey(nickname))).toBe(nicknameKey(nickname));
      }),
    );
  });
});

test('the newest are kept, and what is read is new again', () => {
  const newest = new LruCache<string, number>(2);
  newest.set('a', 1);
  newest.set('b', 2);
  newest.get('a');
  newest.set('c', 3);
  expect([newest.get('a'), newest.get('b'), newest.get('c')]).toEqual([1, undefined, 3]);
});
