/**
 * `npm run build -- reference`: writes docs/reference and the tables of docs/usage-wire.md from the contract and the pages' words. With `--check` it writes nothing, and fails where what
 * stands there is not what would be written.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocComments } from './reference/doc-comments.mjs';
import { referencePages } from './reference/pages.mjs';
import { phrasesPage } from './reference/phrases.mjs';
import { withWireTables } from './reference/wire-tables.mjs';
import { root } from './setup.mjs';

export const folder = join(root, 'docs/reference');

const wirePage = join(root, 'docs/usage-wire.md');

/** @returns {{ now: string, current: string }} docs/usage-wire.md as it is, and as it should be */
export function wireDocument() {
  const now = readFileSync(wirePage, 'utf8').replaceAll('\r\n', '\n');
  return { now, current: withWireTables(now) };
}

/** @returns {Map<string, string>} file name to text */
export const makeReference = () =>
  new Map([...referencePages(readDocComments(root)), ['phrases.md', phrasesPage(root)]]);

/** @returns {string[]} files that are missing, differ, or should not be there */
export function outdated(pages, where = folder) {
  const there = readdirSync(where).filter(name => name.endsWith('.md'));
  const read = name => readFileSync(join(where, name), 'utf8').replaceAll('\r\n', '\n');
  return [
    ...[...pages]
      .filter(([name, text]) => !there.includes(name) || read(name) !== text)
      .map(([name]) => name),
    ...there.filter(name => !pages.has(name)),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = makeReference();
  mkdirSync(folder, { recursive: true });
  const changed = outdated(pages);
  const wire = wireDocument();
  if (process.argv.includes('--check')) {
    for (const name of changed)
      console.error(`docs/reference/${name} is not current: npm run build -- reference`);
    if (wire.now !== wire.current)
      console.error('docs/usage-wire.md is not current: npm run build -- reference');
    process.exitCode = changed.length > 0 || wire.now !== wire.current ? 1 : 0;
  } else {
    for (const name of changed) {
      const text = pages.get(name);
      if (text === undefined) rmSync(join(folder, name));
      else writeFileSync(join(folder, name), text);
    }
    if (wire.now !== wire.current) writeFileSync(wirePage, wire.current);
    console.log(`${pages.size} pages, ${changed.length} of them changed.`);
  }
}
