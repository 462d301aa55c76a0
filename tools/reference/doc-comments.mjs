/**
 * Reads the comment above a field in the contract's sources. A schema does not carry its comment, so the
 * compiler is asked: every call keeps the type of its entries, and each entry the place where it was written.
 */
import { join } from 'node:path';
import ts from 'typescript';

/** @param {string} root the repository */
export function readDocComments(root) {
  const source = file => join(root, 'packages/contract/src', file);
  const files = [source('calls/index.ts'), source('console/index.ts')];
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();

  const typeAt = (type, ...names) => {
    let at = type;
    for (const name of names) {
      const property = at && checker.getPropertyOfType(at, name);
      at = property && checker.getTypeOfSymbol(property);
    }
    return at;
  };
  const commentOf = symbol => {
    if (!symbol) return '';
    const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return ts.displayPartsToString(meant.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
  };
  /** The comment above an entry; else the one above what it is set to, if that is a name. */
  const entryComment = symbol => {
    const own = commentOf(symbol);
    if (own) return own;
    const place = symbol.declarations?.[0];
    if (!place) return '';
    if (ts.isShorthandPropertyAssignment(place))
      return commentOf(checker.getShorthandAssignmentValueSymbol(place));
    let value = ts.isPropertyAssignment(place) ? place.initializer : undefined;
    // `v.optional(flag)` says what `flag` says.
    while (value && ts.isCallExpression(value)) value = value.arguments[0];
    return value && (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value))
      ? commentOf(checker.getSymbolAtLocation(value))
      : '';
  };

  /** Comments of one schema: asked for its entries, and led further with the schema itself. */
  const commentsOf = type => ({
    entry(name) {
      const entries = typeAt(type, 'entries');
      const symbol = entries && checker.getPropertyOfType(entries, name);
      if (!symbol) return { comment: '', inside: commentsOf(undefined) };
      return { comment: entryComment(symbol), inside: commentsOf(checker.getTypeOfSymbol(symbol)) };
    },
    /** The schema within: `wrapped` of an optional one, `item` of an array. */
    within: part => commentsOf(typeAt(type, part)),
  });

  const table = (file, name) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(source(file)));
    const symbol = checker.getExportsOfModule(module).find(each => each.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}.`);
    const type = checker.getTypeOfSymbol(symbol);
    return {
      /** The subject of a call, which is the name of its file or folder, and its place among the calls of the subject. */
      written(call) {
        const property = checker.getPropertyOfType(type, call);
        const [place] = property?.declarations ?? [];
        const value =
          place && ts.isShorthandPropertyAssignment(place)
            ? checker.getShorthandAssignmentValueSymbol(place)
            : property;
        const meant = value.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(value) : value;
        const [declared] = meant.declarations;
        const file = declared.getSourceFile();
        const [, subject] = /\/(?:calls|console)\/([^/.]+)/.exec(file.fileName);
        return { subject, at: program.getSourceFiles().indexOf(file) * 1e6 + declared.getStart() };
      },
      of: (call, part) => commentsOf(typeAt(type, call, part)),
    };
  };
  return { calls: table('calls/index.ts', 'calls'), console: table('console/index.ts', 'consoleCalls') };
}
