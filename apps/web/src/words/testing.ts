/** For tests: a school's own phrases, as the server makes them of the keys of a file. */
import type { OwnPhrases } from './catalogue.ts';

/** Objects of numbers are lists. */
const withLists = (tree: object): object => {
  const entries = Object.entries(tree).map(([key, value]): [string, unknown] => [
    key,
    typeof value === 'object' && !Array.isArray(value) ? withLists(value as object) : value,
  ]);
  return entries.every(([key]) => /^\d+$/.test(key))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
};

export const treeOf = (entries: Iterable<readonly [string, unknown]>): OwnPhrases => {
  const tree: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    const steps = key.split('.');
    const last = steps.pop() ?? '';
    let at = tree;
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return withLists(tree) as OwnPhrases;
};
