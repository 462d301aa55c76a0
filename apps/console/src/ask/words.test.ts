/** Words around names that are the school's own. */
import { expect, test } from 'vitest';
import { askWords } from './words.ts';

const { didText, didNotText, aggregateOf, filterOf } = askWords['zh-CN'];

test('a space stands where Chinese and Latin meet, not within a name', () => {
  expect(didText('报名2025', 2, 7)).toBe('最近 7 天做过报名2025 至少 2 次');
  expect(didNotText('lesson.done', 1, undefined)).toBe('没有做过 lesson.done');
  expect(didText('/课程A', 1, undefined)).toBe('做过 /课程A');
  expect(aggregateOf('P90', '字段 A班')).toBe('字段 A班的 P90');
  expect(aggregateOf('平均值', '字段 score')).toBe('字段 score 的平均值');
  expect(filterOf('2 lesson.open')).toBe('2 lesson.open 的筛选');
});
