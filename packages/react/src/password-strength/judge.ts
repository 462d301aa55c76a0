/** How well a password would hold against guessing, and what would help. Heavy: only ever loaded late, see the hook. */
import { type TranslationKeys, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** What makes it easy to guess. */
export type Warning = Exclude<keyof TranslationKeys['warnings'], 'pwned'>;
/** What would make it harder. */
export type Advice = Exclude<keyof TranslationKeys['suggestions'], 'pwned' | 'useWords' | 'noNeed'>;

export type StrengthLevel = 'weak' | 'fair' | 'strong';

export interface Judgement {
  readonly level: StrengthLevel;
  readonly warning: Warning | undefined;
  readonly advice: readonly Advice[];
}

const LEVELS = ['weak', 'weak', 'fair', 'strong', 'strong'] as const satisfies readonly StrengthLevel[];

/** Without translations it answers by the keys of its sentences, which are ours to say. */
const judgeByDictionary = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * @param password what was typed; only the first 256 characters count
 * @param about what people who know the person would try first: their number, their name, the site's
 */
export function judge(password: string, about: readonly string[]): Judgement {
  const { score, feedback } = judgeByDictionary.check(
    password,
    about.filter(text => text !== ''),
  );
  return {
    level: LEVELS[score],
    warning: (feedback.warning ?? undefined) as Warning | undefined,
    advice: feedback.suggestions as Advice[],
  };
}
