/** The types of the phrases, derived from the English ones. */
import type { Language, ProblemText } from '@rollcall/ui';
import type { ProblemName } from '../problem/problem.ts';
import type { englishEntrance } from './entrance-english.ts';
import type { FeatureWords } from './feature-words.ts';
import type { Replacement } from './replace.ts';

type Texts = Omit<typeof englishEntrance, 'problems'>;
type Problems = Readonly<Record<ProblemName, ProblemText>>;

/** Every phrase of the components that a page needs immediately. */
export interface Phrases extends Texts {
  /** In the place of a missing one `Unknown` is shown. */
  readonly problems: Partial<Problems> & Pick<Problems, 'Unknown'>;
  /**
   * The built-in language of what is not given: the words of features that are not in `parts`, and those
   * of the human verification's vendors, which have only these two.
   */
  readonly language: Language;
  /**
   * The language of dates and numbers, as a BCP 47 tag.
   *
   * @default `language`
   */
  readonly locale?: string;
  /** The site's own words for features that are loaded later than the page; the built-in words are used for the rest. */
  readonly parts?: Replacement<FeatureWords>;
}

/** Phrases with every problem. */
export interface CompletePhrases extends Phrases {
  readonly problems: Problems;
}

/** A whole further language, which compiles only when not one phrase is missing, those of the features included. */
export interface Translation extends CompletePhrases {
  readonly locale: string;
  readonly parts: FeatureWords;
}
