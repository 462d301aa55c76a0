/** In which language dates and numbers are written. */
import type { Phrases } from './phrases.ts';

/** A BCP 47 tag: the phrases' own `locale`, else their language. */
export const localeOf = ({ locale, language }: Pick<Phrases, 'locale' | 'language'>): string =>
  locale ?? language;

/** What stands between two sentences, or beside 《》: Chinese marks have their own room. */
export const gapOf = ({ language }: Pick<Phrases, 'language'>): string => (language === 'en' ? ' ' : '');

/** What an act is about, where a screen reader hears the button alone. */
export const titled = ({ language }: Pick<Phrases, 'language'>, act: string, subject: string): string =>
  act + (language === 'en' ? ': ' : '：') + subject;

/** More about what stands before it. */
export const bracketed = ({ language }: Pick<Phrases, 'language'>, text: string): string =>
  language === 'en' ? ` (${text})` : `（${text}）`;
