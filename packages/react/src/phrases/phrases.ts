/** The types of the phrases, derived from the English ones. */
import type { Language } from '@rollcall/ui';
import type { english } from './english.ts';
import type { FeatureWords } from './feature-words.ts';
import type { Replacement } from './replace.ts';

type Texts = typeof english;

/** Every phrase of the components that a page needs at once. */
export interface Phrases extends Texts {
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

/** A whole further language, which compiles only when not one phrase is missing, those of the features included. */
export interface Translation extends Phrases {
  readonly locale: string;
  readonly parts: FeatureWords;
}
