/**
 * Shortens the names of private properties, those that begin with `_`, in the sources of `@rollcall/usage`: a minifier
 * shortens variables, but no property, since it does not know which ones others use.
 *
 * All builds give a property the same short name: the most used one gets the first letter. Rolldown, which builds the
 * published files, renames no properties, and Rspack's minifier renames those of each chunk for itself. Without short
 * names `@rollcall/usage` is over its budget: 4,843 bytes of 4,600, and 4,591 with them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MagicString from 'magic-string';
import { parseSync, Visitor } from 'oxc-parser';
import { root } from '../setup.mjs';

const folder = join(root, 'packages/usage/src');
/** The sources whose private names are shortened, without their tests. */
export const shortenedSources = /[\\/]packages[\\/]usage[\\/]src[\\/][^\\/]+(?<!\.test|\.d)\.ts$/;

const isPrivate = name => /^_[a-z]/.test(name);

/** Every property that a module names, where it does: `{ name, start, end }`. */
function propertiesOf(code, file) {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  const add = ({ type, name, start, end }) => type === 'Identifier' && found.push({ name, start, end });
  new Visitor({
    MemberExpression: ({ computed, property }) => !computed && add(property),
    Property({ computed, key, shorthand }) {
      if (shorthand && isPrivate(key.name)) throw new Error(`${file}: write out \`${key.name}: …\``);
      if (!computed) add(key);
    },
  }).visit(program);
  return found;
}

function* letters() {
  const one = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  yield* one;
  for (const first of one) for (const second of one) yield first + second;
}

/**
 * @param {ReadonlyMap<string, string>} sources code by file
 * @returns {Map<string, string>} short name by private name
 */
export function shortNames(sources) {
  const uses = new Map();
  const taken = new Set();
  for (const [file, code] of sources)
    for (const { name } of propertiesOf(code, file))
      if (isPrivate(name)) uses.set(name, (uses.get(name) ?? 0) + 1);
      else taken.add(name);
  const free = letters();
  const next = () => {
    for (;;) {
      const { value } = free.next();
      if (!taken.has(value)) return value;
    }
  };
  return new Map(
    [...uses]
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .map(([name]) => [name, next()]),
  );
}

const readSources = () =>
  new Map(
    readdirSync(folder)
      .map(name => join(folder, name))
      .filter(file => shortenedSources.test(file))
      .map(file => [file, readFileSync(file, 'utf8')]),
  );
let known;

/**
 * @param code a module in TypeScript
 * @param file its path
 * @param names short name by private name; default: those of the package
 * @returns the code with short names and a source map, or undefined where it has no private names
 */
export function shorten(code, file, names = (known ??= shortNames(readSources()))) {
  const text = new MagicString(code);
  for (const { name, start, end } of propertiesOf(code, file)) {
    const short = names.get(name);
    if (short !== undefined) text.update(start, end, short);
    else if (isPrivate(name)) throw new Error(`${file}: \`${name}\` is new; restart the build.`);
  }
  if (!text.hasChanged()) return undefined;
  return {
    code: text.toString(),
    map: text.generateMap({ source: file, hires: 'boundary', includeContent: true }),
  };
}
