/**
 * The long names of CSS modules in a text, and their short ones in their place. Apart from the compiler, because a school's own
 * phrases are rendered where there is none.
 */

export const IN_CSS = /\\\.module-[\w-]+/g;
export const ELSEWHERE = /\.module-[\w-]+/g;

/**
 * Finds the long names in a text. It searches for the part after the module's path and goes back from there: a pattern that
 * begins with the path would be tried at every letter of every script, which takes a minute for all of them.
 * @param pattern `IN_CSS` for style sheets, where dots and slashes are escaped
 * @returns start and end of each, and its name without escapes
 */
export function occurrences(text, pattern = ELSEWHERE) {
  const escaped = pattern === IN_CSS;
  const found = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(pattern)) {
    let start = index;
    while (start > from) {
      if (/[\w-]/.test(text[start - 1])) start--;
      else if (escaped && start - 2 >= from && text[start - 2] === '\\') start -= 2;
      else if (!escaped && /[./@]/.test(text[start - 1])) start--;
      else break;
    }
    // the dashes of a custom property
    while (start < index && text[start] === '-') start++;
    if (start === index) continue;
    from = index + end.length;
    found.push({ start, end: from, name: text.slice(start, from).replaceAll('\\', '') });
  }
  return found;
}

/** Replaces the long names in a document. */
export function shorten(text, short) {
  const parts = [];
  let from = 0;
  for (const { start, end, name } of occurrences(text)) {
    parts.push(text.slice(from, start), short.get(name) ?? name);
    from = end;
  }
  return parts.join('') + text.slice(from);
}
