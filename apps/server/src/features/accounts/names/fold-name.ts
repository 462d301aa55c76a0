/** What two names have in common that look or read alike. */

/** Characters that are drawn like another, and traditional ones of the words of the list. */
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
    ['о', 'o'],
    ['р', 'p'],
    ['ѕ', 's'],
    ['т', 't'],
    ['ѵ', 'v'],
    ['х', 'x'],
    ['у', 'y'],
    // Greek.
    ['α', 'a'],
    ['ε', 'e'],
    ['ι', 'i'],
    ['κ', 'k'],
    ['ν', 'v'],
    ['ο', 'o'],
    ['ρ', 'p'],
    ['τ', 't'],
    ['υ', 'u'],
    ['χ', 'x'],
    // Latin letters of their own.
    ['ı', 'i'],
    ['ɑ', 'a'],
    ['ø', 'o'],
    // Traditional characters.
    ['員', '员'],
    ['師', '师'],
    ['長', '长'],
    ['統', '统'],
    ['務', '务'],
    ['導', '导'],
    ['學', '学'],
    ['臺台', '台'],
    ['營', '营'],
    ['網', '网'],
    ['級', '级'],
    ['輔', '辅'],
    ['處', '处'],
  ].flatMap(([from = '', to = '']) => [...from].map(one => [one, to] as const)),
);

/**
 * The letters and digits of a name without what does not tell two names apart for a reader: width, case, accents, separators,
 * and characters that look alike. Folding twice gives the same.
 */
export const foldName = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ''),
    one => LOOK_ALIKE.get(one) ?? one,
  ).join('');
