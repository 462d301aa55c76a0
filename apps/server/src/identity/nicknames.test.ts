import { fields } from '@rollcall/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateNickname, nicknameKey } from './nicknames.ts';

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
