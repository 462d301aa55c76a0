/** The guides of docs/ as the server has them at /guides. Every build of the pages writes them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlPages } from './reference/html.mjs';
import { root } from './setup.mjs';

const docs = join(root, 'docs');
/** Without the table that tests write: what a server has does not depend on whether they ran before its build. */
const files = () => readdirSync(docs).filter(name => name.endsWith('.md') && name !== 'conformance.md');
const nameOf = file => (file === 'README.md' ? 'index' : file.slice(0, -'.md'.length));
const pathOf = file => (file === 'README.md' ? '/guides' : `/guides/${nameOf(file)}`);

/** Where a link of a guide leads on a running server: files that it does not have are named alone. */
const hrefOf = known => target => {
  const reference = /^http:\/\/127\.0\.0\.1:8080(\/reference.*)$/.exec(target)?.[1];
  if (reference) return reference.replace(/\/(?=#|$)/, '');
  if (/^https:\/\/|^#/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  return known.includes(file) ? pathOf(file) + (anchor === undefined ? '' : `#${anchor}`) : undefined;
};

/** @returns {Map<string, string>} file name to document */
export const guidePages = () => {
  const known = files();
  const pages = Object.fromEntries(known.map(file => [nameOf(file), readFileSync(join(docs, file), 'utf8')]));
  return htmlPages(pages, { place: '/guides', label: 'Guides', hrefOf: hrefOf(known) });
};

/** Writes the guides as HTML, with the style sheet of the reference. */
export function writeGuides(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of guidePages()) writeFileSync(join(folder, name), text);
}
