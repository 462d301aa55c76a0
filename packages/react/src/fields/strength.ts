/** A hint of how well a password holds, by a plain rule: length, kinds of characters, repetition. */
export type Strength = 'weak' | 'fair' | 'strong';

const COMMON = /^(?:\d+|[a-z]+|[A-Z]+)$|(?:12345|qwert|password|abc123|111111|iloveyou|woaini|5201314)/i;

/** Takes a password that keeps the rule (6 to 20 characters). It is a hint: nothing is refused for it. */
export function strengthOf(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter(kind => kind.test(password)).length;
  const different = new Set(password.toLowerCase()).size;
  if (password.length < 8 || different < 5 || COMMON.test(password))
    return password.length >= 16 && different >= 8 ? 'fair' : 'weak';
  return password.length >= 12 ? (kinds >= 2 ? 'strong' : 'fair') : kinds >= 3 ? 'strong' : 'fair';
}
