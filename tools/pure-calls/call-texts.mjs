/**
 * Leaves out what a browser does not need of a call of the contract: its summary, its answer's schema, its refusals, the field
 * that identifies the person and the code that is sent, which are for the server, the reference and the tests.
 */
const TEXTS = new Set(['summary', 'identifier', 'sends', 'header', 'waiting', 'answer', 'refusals']);

/** The object literals within `{…} as const satisfies Call` and `complete(call, {…}) satisfies Call`. */
const literals = node => {
  while (node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression') node = node.expression;
  if (node?.type === 'CallExpression') return node.arguments.flatMap(literals);
  return node?.type === 'ObjectExpression' ? [node] : [];
};
const nameOf = property => property.key?.name ?? property.key?.value;
/** A call, or one of the two parts of a call. */
const isCall = names =>
  names.includes('path') ? names.includes('refusals') : names.includes('method') && names.includes('answer');

/**
 * @param program the parsed module
 * @returns the start and end of each property to leave out, the comma behind it included
 */
export function callTexts(program, code) {
  const found = [];
  for (const { type, declaration } of program.body) {
    if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') continue;
    for (const { properties } of declaration.declarations.flatMap(({ init }) => literals(init))) {
      if (!isCall(properties.map(nameOf))) continue;
      for (const property of properties)
        if (TEXTS.has(nameOf(property)))
          found.push([
            property.start,
            property.end + (/^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0),
          ]);
    }
  }
  return found;
}
