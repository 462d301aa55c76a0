import type { ProblemText } from '@rollcall/ui';
import type { ProblemName } from '../problem/problem.ts';
import { accountProblemsEn } from './account-problems-en.ts';
import { englishEntrance } from './entrance-english.ts';

/** English: the source of the phrases. */
export const english = {
  ...englishEntrance,
  problems: { ...englishEntrance.problems, ...accountProblemsEn } satisfies Record<ProblemName, ProblemText>,
};
