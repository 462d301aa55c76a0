/** Joins texts with a space between Chinese and Latin. Within a text nothing changes: it may be the school's own name. */
export const joined = (...texts: readonly string[]): string =>
  texts.reduce((before, text) => {
    const meets = /\p{sc=Han}$/u.test(before)
      ? /^[\w/]/u
      : /[\w/]$/u.test(before)
        ? /^\p{sc=Han}/u
        : undefined;
    return meets?.test(text) ? `${before} ${text}` : before + text;
  }, '');
