/**
 * Marks the calls by which a module of ours makes its constants with `@__PURE__`, so that a bundler leaves out the constants
 * that are unused. `sideEffects: false` says the same of whole modules; in a module of many constants it is not enough.
 *
 * In `export const phone = v.pipe(v.string(), v.regex(x))` each of the three calls is marked, since a dropped call leaves
 * its arguments. Calls within functions and classes run later and stay as they are, and so do calls whose result is not
 * kept (`start();`), which are there for what they do.
 *
 * It also leaves out the texts of the contract's calls, see `call-texts.mjs`.
 */
import MagicString from 'magic-string';
import { parseSync, Visitor } from 'oxc-parser';
import { callTexts } from './call-texts.mjs';

const MARK = '/* @__PURE__ */ ';

/** The sources of the packages that are published, not their types. */
export const packageSources = /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].+(?<!\.d)\.tsx?$/;

/** Offsets of the outermost calls and `new` that run when the constants of a module are made. */
function offsets(program) {
  const found = new Set();
  let inConstant = 0;
  let inFunction = 0;
  const call = ({ start }) => {
    if (inConstant > 0 && inFunction === 0) found.add(start);
  };
  const [enter, leave] = [() => inFunction++, () => inFunction--];
  new Visitor({
    VariableDeclaration: ({ kind }) => kind === 'const' && inConstant++,
    'VariableDeclaration:exit': ({ kind }) => kind === 'const' && inConstant--,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ClassDeclaration: enter,
    'ClassDeclaration:exit': leave,
    ClassExpression: enter,
    'ClassExpression:exit': leave,
    CallExpression: call,
    NewExpression: call,
  }).visit(program);
  return found;
}

/**
 * @param code a module in TypeScript
 * @param file its path, by which the parser knows whether it has JSX
 * @returns the code with the marks and without the rows' texts, and a source map; undefined where nothing changes
 */
export function annotate(code, file) {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const removed = callTexts(program, code);
  const within = offset => removed.some(([start, end]) => start <= offset && offset < end);
  const marked = [...offsets(program)].filter(offset => !within(offset));
  if (marked.length + removed.length === 0) return undefined;
  const text = new MagicString(code);
  for (const offset of marked) text.appendLeft(offset, MARK);
  for (const [start, end] of removed) text.remove(start, end);
  return {
    code: text.toString(),
    map: text.generateMap({ source: file, hires: 'boundary', includeContent: true }),
  };
}
