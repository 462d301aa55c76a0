import { englishEntrance } from './entrance-english.ts';
import { english } from './english.ts';
import type { CompletePhrases, Phrases } from './phrases.ts';

/**
 * All phrases of the components in English.
 * @see `docs/react.md`
 */
export const en: CompletePhrases = { language: 'en', ...english };

/**
 * As `en`, without the problems that a page does not need where people only sign in.
 * @see `docs/react.md`
 */
export const enEntrance: Phrases = { language: 'en', ...englishEntrance };
