/** Measures of fields that are on no list. */
import { aggregates } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { typedMeasures } from './typed-measure.ts';
import { askWords } from './words.ts';

test.each([
  ['en', 'average lessonTime', 'average', 'lessonTime'],
  ['en', 'Average of Field lessonTime', 'average', 'lessonTime'],
  ['en', 'lesson time median', 'p50', 'lesson time'],
  ['en', 'sum average_score', 'sum', 'average_score'],
  ['en', '90th percentile score', 'p90', 'score'],
  ['zh-CN', 'score平均', 'average', 'score'],
  ['zh-CN', '平均值 lessonTime', 'average', 'lessonTime'],
  ['zh-CN', '字段 score 的平均值', 'average', 'score'],
  ['zh-CN', 'score P90', 'p90', 'score'],
  ['zh-CN', '得分总和', 'sum', '得分'],
] as const)('%s: %s', (language, text, of, field) => {
  expect(typedMeasures(text, askWords[language])).toEqual([{ of, property: `data.${field}` }]);
});

test('a name alone is that of a field, by each aggregate', () => {
  const of = (field: string) => aggregates.map(each => ({ of: each, property: `data.${field}` }));
  expect(typedMeasures('lessonTime', askWords.en)).toEqual(of('lessonTime'));
  expect(typedMeasures('averageScore', askWords.en)).toEqual(of('averageScore'));
  expect(typedMeasures('a'.repeat(65), askWords.en)).toEqual([]);
});
