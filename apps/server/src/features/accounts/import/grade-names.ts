/** The grades as files write them: by our names, by years of the nine-year school, by a number. */
import { gradeList } from '../../../identity/grades.ts';

const NUMBERS = '一二三四五六七八九';

const others: readonly (readonly [string, number])[] = [
  ['初中一年级', 7],
  ['初中二年级', 8],
  ['初中三年级', 9],
  ['高中一年级', 10],
  ['高中二年级', 11],
  ['高中三年级', 12],
  ['小学一年级', 1],
  ['小学二年级', 2],
  ['小学三年级', 3],
  ['小学四年级', 4],
  ['小学五年级', 5],
  ['小学六年级', 6],
  ['大班', 15],
  ['中班', 15],
  ['小班', 15],
];

const fold = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

const grades = new Map<string, number>([
  ...gradeList('zh-CN').map(({ id, name }) => [fold(name), id] as const),
  ...gradeList('en').map(({ id, name }) => [fold(name), id] as const),
  ...others,
  ...Array.from(NUMBERS, (digit, n) => [`${digit}年级`, n + 1] as const),
  ...Array.from({ length: 12 }, (_, n) => [String(n + 1), n + 1] as const),
  ...Array.from({ length: 9 }, (_, n) => [`${n + 1}年级`, n + 1] as const),
]);

/** The id of a grade; undefined: there is none of this name. */
export const readGrade = (name: string): number | undefined => grades.get(fold(name));
