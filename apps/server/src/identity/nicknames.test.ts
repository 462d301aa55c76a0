import { fields } from '@rollcall/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateNickname, nicknameKey } from './nicknames.ts';

describe('a nickname', () => {
  test.each([
    ['zh-CN', '学员'],
    ['en', 'Student'],
  ] as const)('that is generated keeps to the rule (%s)', (language, stem) => {
    for (const letters of [6, 12]) {
      expect(generateNickname(language, letters)).toMatch(fields.NICKNAME);
      expect(generateNickname(language, letters)).toMatch(stem);
    }
    const names = Array.from({ length: 1000 }, () => generateNickname(language));
    expect(new Set(names).size).toBeGreaterThan(990);
  });

  test('has a key that does not change when it is made again', () => {
    expect(nicknameKey('Ａnna')).toBe(nicknameKey('aNNA'));
    expect(nicknameKey('ﬁona')).toBe('fiona');
    // a variant of a character, as an input method for names types it
    expect(nicknameKey('葛\u{e0100}城')).toBe(nicknameKey('葛城'));
    expect(nicknameKey('安娜')).not.toBe(nicknameKey('安妮'));
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\p{N}_·-]{1,20}$/u), nickname => {
        expect(nicknameKey(nicknameKey(nickname))).toBe(nicknameKey(nickname));
      }),
    );
  });
});
