/**
 * The code samples of the documents: fenced blocks. One that names a file (```` ```ts file=react/rename.ts ````) is run by a
 * test; every block of code has to. A long one is a file below `examples/`.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './setup.mjs';

const FENCE = /^(?<ticks>`{3,})(?<info>[^\n`]*)\n(?<text>[\s\S]*?)^\k<ticks>[ \t]*$/gm;

/**
 * @param {string} markdown
 * @returns {{language: string, file: string | undefined, text: string, line: number}[]}
 */
export function readSamples(markdown) {
  return [...markdown.replaceAll('\r\n', '\n').matchAll(FENCE)].map(({ index, groups, input }) => {
    const [language = '', ...more] = groups.info.trim().split(/\s+/);
    const file = more.find(word => word.startsWith('file='))?.slice('file='.length);
    return { language, file, text: groups.text, line: input.slice(0, index).split('\n').length };
  });
}

/** Paths of all documents, relative to the root: the guides, and those beside the code. */
export const documents = () => [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'examples/README.md',
  ...['docs', 'docs/proofs'].flatMap(folder =>
    readdirSync(join(root, folder))
      .filter(name => name.endsWith('.md'))
      .map(name => `${folder}/${name}`),
  ),
];

export const readDocument = path => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');

/**
 * A sample by its file's name: a block of a document, or a file below `examples/`, which a document leads to.
 * @param {string} file
 * @returns {string} its text
 */
export function sample(file) {
  const example = join(root, 'examples', file);
  if (existsSync(example)) return readFileSync(example, 'utf8').replaceAll('\r\n', '\n');
  const found = documents().flatMap(path =>
    readSamples(readDocument(path)).filter(each => each.file === file),
  );
  if (found.length !== 1) throw new Error(`The documents have ${found.length} samples of the name ${file}.`);
  return found[0].text;
}

/**
 * A folder for samples that a test runs, within the repository: what a sample imports is found as in a site that
 * installed it. `write` puts one sample there, and returns its path.
 */
export const sampleFolder = () => {
  mkdirSync(join(root, '.rollcall'), { recursive: true });
  const folder = mkdtempSync(join(root, '.rollcall/samples-'));
  return {
    folder,
    write(file, change = text => text) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, change(sample(file)));
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
