/** Words that the server says itself: tables of texts, in which `{name}` stands for what is filled in. */

export interface WordTree {
  readonly [key: string]: string | WordTree;
}

/** A table in each language. */
export type Words<T> = Readonly<Record<'zh-CN' | 'en', T>>;

/** Fills in the values of a text; a name without a value stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );

/** The names of what is filled in, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
];

/** Every text by its key, such as `mail.subject`. */
export const flattenWords = (words: WordTree, at = ''): [key: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[at + key, value] as const] : flattenWords(value, `${at}${key}.`),
  ) as [string, string][];

/** The words with those of `own` in their place, by key. */
export const withOwnWords = <T extends WordTree>(
  words: T,
  own: Readonly<Record<string, string>>,
  at = '',
): T =>
  Object.fromEntries(
    Object.entries(words).map(([key, value]) => {
      const name = at + key;
      if (typeof value !== 'string') return [key, withOwnWords(value, own, `${name}.`)];
      return [key, Object.hasOwn(own, name) ? own[name] : value];
    }),
  ) as T;
