/** What two names have in common that look or read alike. */
import { chineseLookAlikes } from './chinese-look-alikes.ts';

/** Capitals of other scripts whose small letter is drawn like another letter, or like none. */
const CAPITALS: Readonly<Record<string, string>> = { Β: 'b', Ζ: 'z', Η: 'h', Μ: 'm', Ν: 'n', Υ: 'y' };

/** Characters that are drawn like another. */
const LOOK_ALIKE = new Map(
  [
    // Digits and letters.
    ['0', 'o'],
    ['1l', 'i'],
    ['3', 'e'],
    ['4', 'a'],
    ['5', 's'],
    // Cyrillic.
    ['а', 'a'],
    ['в', 'b'],
    ['с', 'c'],
    ['ԁ', 'd'],
    ['е', 'e'],
    ['һ', 'h'],
    ['іӏ', 'i'],
    ['ј', 'j'],
    ['к', 'k'],
    ['м', 'm'],
    ['н', 'h'],
    ['о', 'o'],
    ['п', 'n'],
    ['р', 'p'],
    ['ѕ', 's'],
    ['т', 't'],
    ['ѵ', 'v'],
    ['х', 'x'],
    ['у', 'y'],
    // Greek.
    ['α', 'a'],
    ['ε', 'e'],
    ['η', 'n'],
    ['ι', 'i'],
    ['κ', 'k'],
    ['ν', 'v'],
    ['ο', 'o'],
    ['ρ', 'p'],
    ['τ', 't'],
    ['υ', 'u'],
    ['χ', 'x'],
    // Armenian.
    ['հ', 'h'],
    ['ո', 'n'],
    ['օ', 'o'],
    ['ս', 'u'],
    // Coptic.
    ['ⲁ', 'a'],
    ['ⲉ', 'e'],
    ['ⲓ', 'i'],
    ['ⲕ', 'k'],
    ['ⲙ', 'm'],
    ['ⲛ', 'n'],
    ['ⲟ', 'o'],
    ['ⲣ', 'p'],
    ['ⲥ', 'c'],
    ['ⲧ', 't'],
    ['ⲭ', 'x'],
    // Small capitals.
    ['ᴀ', 'a'],
    ['ʙ', 'b'],
    ['ᴄ', 'c'],
    ['ᴅ', 'd'],
    ['ᴇ', 'e'],
    ['ꜰ', 'f'],
    ['ɢ', 'g'],
    ['ʜ', 'h'],
    ['ɪʟ', 'i'],
    ['ᴊ', 'j'],
    ['ᴋ', 'k'],
    ['ᴍ', 'm'],
    ['ɴ', 'n'],
    ['ᴏ', 'o'],
    ['ᴘ', 'p'],
    ['ʀ', 'r'],
    ['ꜱ', 's'],
    ['ᴛ', 't'],
    ['ᴜ', 'u'],
    ['ᴠ', 'v'],
    ['ᴡ', 'w'],
    ['ʏ', 'y'],
    ['ᴢ', 'z'],
    // Latin letters of their own.
    ['ı', 'i'],
    ['ɑ', 'a'],
    ['ø', 'o'],
    ...chineseLookAlikes,
  ].flatMap(([from = '', to = '']) => [...from].map(one => [one, to] as const)),
);

/**
 * The letters, digits and radicals of a name without what does not tell two names apart for a reader: width, case, accents, separators,
 * and characters that look alike. Folding twice gives the same.
 */
export const foldName = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .replaceAll(/[ΒΖΗΜΝΥ]/g, capital => CAPITALS[capital] ?? capital)
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}\u2e80-\u2ef3]+/gu, ''),
    one => LOOK_ALIKE.get(one) ?? one,
  ).join('');

/** Another reading of a folded name, of letters that together look like one. */
export const joinLetters = (folded: string): string => folded.replaceAll('rn', 'm').replaceAll('vv', 'w');
