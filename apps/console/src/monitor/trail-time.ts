/** When a step of a trail was. */
import type { monitorWords } from './words.ts';

/** Milliseconds that are told as none: they would be written as 0 s. */
const NONE = 50;

/**
 * @param ago milliseconds before the error
 * @param write writes a number in the language of the words
 */
export const trailTime = (
  words: Pick<(typeof monitorWords)['en'], 'ago' | 'justBefore'>,
  ago: number,
  write: (seconds: number) => string,
): string => (ago < NONE ? words.justBefore : words.ago(write(Math.round(ago / 100) / 10)));
