import { accountProblemsZhCN } from './account-problems-zh-CN.ts';
import { zhCNEntrance } from './entrance-zh-CN.ts';
import type { CompletePhrases } from './phrases.ts';

/**
 * All phrases of the components in Chinese.
 * @see `docs/react.md`
 */
export const zhCN: CompletePhrases = {
  ...zhCNEntrance,
  problems: { ...zhCNEntrance.problems, ...accountProblemsZhCN },
};
