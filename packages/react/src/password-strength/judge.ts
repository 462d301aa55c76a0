/**
 * Estimates how easily a password can be guessed, and what would help. The dictionary is large: the hook loads
 * this file late.
 */
import { type TranslationKeys, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Why it is easy to guess, by the keys of zxcvbn. */
export type Warning = Exclude<keyof TranslationKeys['warnings'], 'pwned'>;
/** What would make it harder to guess, by the keys of zxcvbn; a longer pattern of keys would not. */
export type Advice = Exclude<
  keyof TranslationKeys['suggestions'],
  'pwned' | 'useWords' | 'noNeed' | 'longerKeyboardPattern'
>;

export type StrengthLevel = 'weak' | 'fair' | 'strong';

export interface Judgement {
  readonly level: StrengthLevel;
  readonly warning: Warning | undefined;
  readonly advice: readonly Advice[];
}

const LEVELS = ['weak', 'weak', 'fair', 'strong', 'strong'] as const satisfies readonly StrengthLevel[];

/** Without translations zxcvbn answers by the keys of its sentences. */
const judgeByDictionary = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * @param password only its first 256 characters count
 * @param about what people who know the person would try first: the number, the name, the site's name
 */
export function judge(password: string, about: readonly string[]): Judgement {
  const { score, feedback } = judgeByDictionary.check(
    password,
    about.filter(text => text !== ''),
  );
  return {
    level: LEVELS[score],
    warning: (feedback.warning ?? undefined) as Warning | undefined,
    advice: feedback.suggestions.filter(one => one !== 'longerKeyboardPattern') as Advice[],
  };
}
