/** Conditions as they are typed. */
import { describe, expect, test } from 'vitest';
import type { Property } from '@rollcall/contract/console';
import type { Member } from './edits.ts';
import { readFilterText, writeFilterText } from './filter-text.ts';
import { propertyName } from './names.ts';
import { askWords } from './words.ts';

const known: readonly Property[] = ['data.score', 'data.lesson', 'person.field.class'];
const read = (text: string, language: 'en' | 'zh-CN' = 'en') =>
  readFilterText(text, known, property => propertyName(property, askWords[language]));

const seventh = {
  all: [
    { property: 'data.score', op: 'gte', value: 80 },
    {
      any: [
        { property: 'device.browser', op: 'is', value: 'WeChat' },
        { property: 'device.platform', op: 'is', value: 'Win32' },
      ],
    },
    { property: 'person.grade', op: 'is_not', value: 1 },
  ],
};

test('an analyst types four conditions in one line, in either language', () => {
  expect(read('score >= 80 and (browser = WeChat or platform = Win32) and grade != 1')).toEqual(seventh);
  expect(read('score≥80 且 （浏览器=WeChat 或 平台=Win32） 且 年级≠1', 'zh-CN')).toEqual(seventh);
});

test.each<[string, Member]>([
  ['grade >= 7', { property: 'person.grade', op: 'gte', value: 7 }],
  ['class = 7-2', { property: 'person.field.class', op: 'is', value: '7-2' }],
  ['lesson = "3"', { property: 'data.lesson', op: 'is', value: '3' }],
  ['lesson = 3', { property: 'data.lesson', op: 'is', value: 3 }],
  ['"Entry page" ~ /courses', { property: 'session.entry_page', op: 'contains', value: '/courses' }],
  ['utm_source in (weixin, "a b")', { property: 'event.utm_source', op: 'in', value: ['weixin', 'a b'] }],
  ['utm_source not in (weixin)', { property: 'event.utm_source', op: 'not_in', value: ['weixin'] }],
  ['referrer not set', { property: 'event.referrer', op: 'not_set' }],
  ['Referrer set', { property: 'event.referrer', op: 'set' }],
  ['signed_up > 2026-10-01', { property: 'person.signed_up', op: 'after', value: '2026-10-01' }],
  ['unheard = yes', { property: 'data.unheard', op: 'is', value: 'yes' }],
  ['did lesson.done', { did: { event: { kind: 'custom', key: 'lesson.done' }, times: 1 } }],
  [
    'did lesson.done 5 times in 28 days',
    { did: { event: { kind: 'custom', key: 'lesson.done' }, times: 5, within: { days: 28 } } },
  ],
  ['did not /contests', { did_not: { event: { kind: 'view', key: '/contests' }, times: 1 } }],
])('%s', (text, member) => {
  expect(read(text)).toEqual(member);
});

test.each([
  'grade',
  'grade >=',
  'grade >= seven',
  'grade = 7 and',
  '(grade = 7',
  'grade = 7)',
  'browser > 3',
  'signed_up = 2026-10-01',
  'signed_up > tomorrow',
  'utm_source in ()',
  'did',
  'did lesson.done 0 times',
  'did lesson.done 5 cats',
  'grade = "7',
  `${'('.repeat(5000)}grade = 7${')'.repeat(5000)}`,
  Array.from({ length: 31 }, () => 'grade = 7').join(' or '),
])('%s is none', text => {
  expect(read(text)).toBeUndefined();
});

test('names of what every object has are names like others', () => {
  expect(read('constructor = valueOf')).toEqual({ property: 'data.constructor', op: 'is', value: 'valueOf' });
  expect(read('toString')).toBeUndefined();
  expect(read('did hasOwnProperty')).toEqual({
    did: { event: { kind: 'custom', key: 'hasOwnProperty' }, times: 1 },
  });
});

test('of fields that differ in their case alone the one that is typed is taken', () => {
  const fields: readonly Property[] = ['data.Score', 'data.score'];
  const property = (text: string) => readFilterText(`${text} = 1`, fields, each => each);
  expect(property('score')).toMatchObject({ property: 'data.score' });
  expect(property('data.score')).toMatchObject({ property: 'data.score' });
  expect(property('data.SCORE')).toMatchObject({ property: 'data.SCORE' });
  expect(property('SCORE')).toMatchObject({ property: 'data.Score' });
});

test('and binds stronger than or', () => {
  expect(read('grade = 1 or grade = 2 and site = a')).toEqual({
    any: [
      { property: 'person.grade', op: 'is', value: 1 },
      {
        all: [
          { property: 'person.grade', op: 'is', value: 2 },
          { property: 'person.site', op: 'is', value: 'a' },
        ],
      },
    ],
  });
});

describe('what is written', () => {
  test.each<[Member]>([
    [seventh],
    [{ property: 'data.lesson', op: 'is', value: '3' }],
    [{ property: 'data.in', op: 'contains', value: 'say "and" \\ so' }],
    [{ property: 'data.a (b)', op: 'in', value: ['and', '没有做过', 1.5, ''] }],
    [{ property: 'event.page', op: 'not_contains', value: '/a' }],
    [{ property: 'person.signed_up', op: 'before', value: '2026-10-01' }],
    [{ property: 'device.browser', op: 'not_set' }],
    [
      {
        any: [
          { did: { event: { kind: 'view', key: '/a b' }, times: 2, within: { days: 3 } } },
          { did_not: { event: { kind: 'custom', key: 'lesson.done' }, times: 1 } },
        ],
      },
    ],
  ])('is read as the same: %j', member => {
    expect(read(writeFilterText(member) ?? '')).toEqual(member);
  });

  test.each<[Member]>([
    [{ cohort: 'c', op: 'in' }],
    [{ property: 'event.duration', op: 'between', value: [1, 2] }],
    [{ did: { event: null, times: 1 } }],
    [{ did: { event: { kind: 'click', key: '/a' }, times: 1 } }],
    [{ any: [{ cohort: 'c', op: 'in' }] }],
    // read as texts
    [{ property: 'data.size', op: 'is', value: 1e21 }],
    [{ property: 'data.size', op: 'lt', value: 1e-7 }],
  ])('is not what the controls alone hold: %j', member => {
    expect(writeFilterText(member)).toBeUndefined();
  });
});
