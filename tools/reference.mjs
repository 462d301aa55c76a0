/**
 * `npm run build -- reference`: writes the reference, which the server has at /reference, and the tables of docs/usage-wire.md,
 * from the contract and the pages' words. Every build of the pages writes the reference too.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { writeGuides } from './guides.mjs';
import { docComments } from './reference/doc-comments.mjs';
import { htmlPages } from './reference/html.mjs';
import { root } from './setup.mjs';

const wirePage = join(root, 'docs/usage-wire.md');

/** What the pages are written from is TypeScript, so their module is bundled before it is imported. */
async function load() {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-reference-'));
  try {
    await bundle(folder);
    return await import(pathToFileURL(join(folder, 'main.mjs')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bundle = folder =>
  build({
    input: join(root, 'tools/reference/main.mjs'),
    output: { dir: folder, entryFileNames: 'main.mjs', codeSplitting: false },
    platform: 'node',
    logLevel: 'warn',
    resolve: { conditionNames: ['@rollcall/source', 'module', 'import', 'default'] },
    moduleTypes: { '.css': 'empty' },
    plugins: [docComments],
  });

/**
 * @returns {Promise<{ pages: Record<string, string>, wire: { now: string, current: string } }>} the reference as markdown by the
 * names of its pages, and docs/usage-wire.md as it is, and as it should be
 */
export async function makeReference() {
  const { referencePages, withWireTables } = await load();
  const now = readFileSync(wirePage, 'utf8').replaceAll('\r\n', '\n');
  return { pages: referencePages(), wire: { now, current: withWireTables(now) } };
}

/** Writes the reference as HTML. @param {Record<string, string>} pages as of `makeReference` */
export function writeReference(pages, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of htmlPages(pages)) writeFileSync(join(folder, name), text);
  copyFileSync(join(root, 'tools/reference/reference.css'), join(folder, 'reference.css'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { pages, wire } = await makeReference();
  writeReference(pages, join(root, 'apps/web/dist/reference'));
  writeGuides(join(root, 'apps/web/dist/guides'));
  if (wire.now !== wire.current) writeFileSync(wirePage, wire.current);
}
