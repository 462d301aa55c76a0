/** A site's own words in the place of some of the components'. */

/** Any part of a tree of words; a list or a sentence made by a function is replaced whole. */
export type Replacement<T> = T extends string | readonly unknown[] | ((...given: never[]) => unknown)
  ? T
  : { readonly [K in keyof T]?: Replacement<T[K]> };

type Tree = Readonly<Record<string, unknown>>;

/**
 * A sentence of a school's in the place of one that a function makes, as JSON can have it: texts, and numbers for the
 * function's arguments that stand between them.
 */
export type Template = readonly (string | number)[];

const fill =
  (template: Template) =>
  (...given: unknown[]): string =>
    template.map(part => (typeof part === 'number' ? given[part] : part)).join('');

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const over = (base: Tree, own: Tree): Tree => {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = base[key];
    // `undefined` is what a missing translation looks like: the words below it stay
    if (value !== undefined)
      merged[key] =
        isTree(before) && isTree(value)
          ? over(before, value)
          : typeof before === 'function' && Array.isArray(value)
            ? fill(value)
            : value;
  }
  return merged;
};

/**
 * Gives `base` with the words of `own` in it; neither is changed. For the words of a whole page, once, where its
 * provider is given them: `replaceWords(zhCN, { signIn: { title: '进入' } })`.
 *
 * @example const phrases = replaceWords(zhCN, { signIn: { title: '登录某某学校' } });
 * @see `docs/react.md`
 */
export const replaceWords = <T extends object>(base: T, own: Replacement<NoInfer<T>>): T =>
  over(base as Tree, own as Tree) as T;
