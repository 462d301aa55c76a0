/**
 * Leaves out what a browser does not need of a row of the contract: its summary, its refusals, the field that identifies the
 * person and the code that is sent, which are for the server, the reference and the tests.
 */
const TEXTS = new Set(['summary', 'identifier', 'sends', 'refusals']);

/** The object literal within `{…} as const satisfies Call`. */
const literal = node => {
  while (node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression') node = node.expression;
  return node?.type === 'ObjectExpression' ? node : undefined;
};
const nameOf = property => property.key?.name ?? property.key?.value;

/**
 * @param program the parsed module
 * @returns the start and end of each property to leave out, the comma behind it included
 */
export function rowTexts(program, code) {
  const found = [];
  for (const { type, declaration } of program.body) {
    if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations) {
      const properties = literal(init)?.properties ?? [];
      const names = properties.map(nameOf);
      if (!['method', 'path', 'refusals'].every(name => names.includes(name))) continue;
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
