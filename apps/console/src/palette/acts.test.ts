import { expect, test } from 'vitest';
import { acts, findActs, readAct } from './acts.ts';

const read = (text: string) => {
  const found = readAct(text, acts);
  return found && [found.act.key, found.of];
};

test('an act is read with what is named after it, in either language, with or without a space after Chinese', () => {
  expect(read('封禁 张三')).toEqual(['block', '张三']);
  expect(read('封禁张三')).toEqual(['block', '张三']);
  expect(read('  Block  13900000000 ')).toEqual(['block', '13900000000']);
  expect(read('解封：小红')).toEqual(['unblock', '小红']);
  expect(read('诊断 13900000000')).toEqual(['diagnose', '13900000000']);
  expect(read('封禁')).toEqual(['block', '']);
});

test('the longest name counts, and a name that goes on is no act', () => {
  expect(read('登录诊断 a@b.example')).toEqual(['diagnose', 'a@b.example']);
  expect(read('blockhead')).toBeUndefined();
  expect(read('张三')).toBeUndefined();
  expect(read('')).toBeUndefined();
});

test('acts without somebody take nothing after them, and are found by a part of a name', () => {
  expect(read('新建警报 甲')).toBeUndefined();
  expect(findActs('警报', acts).map(({ key }) => key)).toEqual(['alert']);
  expect(findActs('LIGHT', acts).map(({ key }) => key)).toEqual(['theme']);
  expect(findActs('', acts)).toEqual(acts);
});
