/**
 * Keeps the comments of the contract while it is bundled: a schema does not have the comment above its field, so the sources are
 * changed to pass each through `documented`, and each call through `placed` (documented.mjs).
 */
import path from 'node:path';
import MagicString from 'magic-string';
import { parseSync, Visitor } from 'oxc-parser';

const RUNTIME = path.join(import.meta.dirname, 'documented.mjs');
const contractSource = /[\\/]packages[\\/]contract[\\/]src[\\/].+\.ts$/;

/** The text of a comment before its tags, in one line. */
const description = value =>
  value
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .replace(/(?:^|\s)@[^]*/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The subject of a call, which is the name of its file or folder. */
const subjectOf = file => /[\\/](?:calls|console)[\\/]([^\\/.]+)/.exec(file)?.[1];

/**
 * @param {string} code a module in TypeScript
 * @param {string} file its path
 */
export function keepComments(code, file) {
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  /** By where the code after it begins. */
  const docs = new Map();
  for (const { type, value, end } of comments)
    if (type === 'Block' && value.startsWith('*')) {
      const text = description(value);
      if (text) docs.set(end + code.slice(end).search(/\S/), JSON.stringify(text));
    }
  const subject = subjectOf(file);
  const text = new MagicString(code);
  const pass = ({ start, end }, before, after) => text.appendLeft(start, before).prependRight(end, after);
  const constants = (declaration, start) => {
    const doc = docs.get(start);
    const [first] = declaration?.declarations ?? [];
    if (doc && first?.init) pass(first.init, '$documented(', `, ${doc})`);
  };
  new Visitor({
    ExportNamedDeclaration: ({ declaration, start }) => constants(declaration, start),
    VariableDeclaration: node => constants(node, node.start),
    VariableDeclarator: ({ init }) => {
      // A call is a constant: `{ … } as const satisfies Call`.
      if (subject && init?.type === 'TSSatisfiesExpression')
        pass(init, '$placed(', `, ${JSON.stringify(subject)})`);
    },
    Property: ({ start, value, shorthand }) => {
      const doc = docs.get(start);
      if (doc) pass(value, `${shorthand ? `${value.name}: ` : ''}$documented(`, `, ${doc})`);
    },
  }).visit(program);
  if (!text.hasChanged()) return undefined;
  text.prepend(`import { documented as $documented, placed as $placed } from ${JSON.stringify(RUNTIME)};\n`);
  return { code: text.toString(), map: null };
}

/** For Rolldown. */
export const docComments = {
  name: 'rollcall:doc-comments',
  transform: { filter: { id: contractSource }, handler: keepComments },
};
