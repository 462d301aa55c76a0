import type { Profile } from '@rollcall/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf, dayOfSeconds, type ProfileTexts, profileRules, secondsOfDay, textsOf } from './values.ts';

const profile: Profile = {
  id: '1',
  nickname: '小满',
  avatar_url: null,
  fullname: '林小满',
  birthday: 1_199_145_600,
  sex: 0,
  qq: null,
  description: null,
  grade: 7,
};

test('a day and its seconds are the same, for every day since 1900', () => {
  fc.assert(
    fc.property(fc.integer({ min: -25_567, max: 100_000 }), day => {
      expect(secondsOfDay(dayOfSeconds(day * 86_400))).toBe(day * 86_400);
    }),
  );
});

test.each(['2025-02-30', '2025-13-01', '', '20250101', '2025-1-1'])('%s is no day', day => {
  expect(secondsOfDay(day)).toBeNaN();
});

test('only what differs is sent, and what was emptied is null', () => {
  const texts = textsOf(profile);
  expect(changeOf(texts, texts)).toEqual({});
  expect(changeOf(texts, { ...texts, fullname: '', birthday: '', sex: '', grade: '', qq: '123456' })).toEqual(
    {
      fullname: null,
      birthday: null,
      sex: null,
      grade: null,
      qq: '123456',
    },
  );
  expect(changeOf(texts, { ...texts, sex: '1', grade: '12' })).toEqual({ sex: 1, grade: 12 });
});

const mistakesOf = (texts: ProfileTexts, today: string) => {
  const found: Record<string, string> = {};
  for (const [name, { check }] of Object.entries(profileRules(texts, () => today))) {
    const mistake = check?.(texts[name as keyof ProfileTexts], texts);
    if (mistake) found[name] = mistake;
  }
  return found;
};

test('every mistake is found at once, by the rules of the contract', () => {
  expect(
    mistakesOf(
      {
        nickname: 'a b',
        fullname: '林',
        birthday: '2026-11-22',
        sex: '',
        qq: '12',
        description: '字'.repeat(51),
        grade: '',
      },
      '2026-11-21',
    ),
  ).toEqual({
    nickname: 'InvalidNickname',
    fullname: 'InvalidFullname',
    birthday: 'FutureDate',
    qq: 'InvalidQq',
    description: 'InvalidDescription',
  });
  expect(mistakesOf({ ...textsOf(profile), birthday: '1899-12-31' }, '2026-11-21')).toEqual({
    birthday: 'InvalidBirthday',
  });
  expect(mistakesOf({ ...textsOf(profile), birthday: '2026-11-21' }, '2026-11-21')).toEqual({});
});
