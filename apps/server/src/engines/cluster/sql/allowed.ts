/** Whether a statement may run, by its syntax tree. What it reads is a matter of the rights of its user. */

/** Functions that make rows of their arguments alone. */
const tableFunctions = new Set(['numbers', 'generate_series', 'generateseries', 'values', 'null']);
/** Functions that read what no right of a table guards. */
const forbidden = new Set(['file', 'catboostevaluate', 'sleep', 'sleepeachrow']);

const SINGLE = 'Only a single SELECT can be run here.';

/** What is wrong with a statement; undefined: nothing. @param tree the lines of `EXPLAIN AST` */
export const refusalOf = (tree: readonly string[]): string | undefined => {
  const [root, ...rest] = tree;
  // The statement itself is one child; a format, a file to write into and settings are others.
  if (root !== 'SelectWithUnionQuery (children 1)') return SINGLE;
  for (const [at, line] of rest.entries()) {
    const node = line.trim();
    if (node === 'Set') return "SETTINGS can't be used here.";
    // It names a function that stands nowhere in the tree.
    if (node === 'ColumnsApplyTransformer') return "APPLY can't be used here.";
    // A function is passed to another one by its name, too.
    const [, kind, called] = /^(Function|Identifier) (\S+)/.exec(node) ?? [];
    const name = called?.toLowerCase();
    if (name === undefined) continue;
    const ofTable = kind === 'Function' && rest[at - 1]?.trim().startsWith('TableExpression');
    if (forbidden.has(name) || (ofTable && !tableFunctions.has(name)))
      return `The function ${name} can't be used here.`;
  }
  return undefined;
};
