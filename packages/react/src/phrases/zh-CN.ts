import { accountProblemsZhCN } from './account-problems-zh-CN.ts';
import { zhCNEntrance } from './entrance-zh-CN.ts';
import type { CompletePhrases } from './phrases.ts';

export const zhCN: CompletePhrases = {
  ...zhCNEntrance,
  problems: { ...zhCNEntrance.problems, ...accountProblemsZhCN },
};
