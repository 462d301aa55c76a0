/**
 * `npm run sizes`: what a person downloads, in gzipped bytes, against its budget. Exact, so over the budget fails.
 *
 * A library's figure is its smallest ordinary use, bundled and minified with all that it imports; a page's is its
 * document and every file that the document names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './setup.mjs';

const gz = content => gzipSync(content, { level: 9 }).length;

async function library(name, code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: join(root, 'apps/web') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@rollcall/source'],
    logLevel: 'error',
  });
  return gz(outputFiles[0].contents);
}

function page(name) {
  const dist = join(root, 'apps/web/dist');
  const html = readFileSync(join(dist, 'pages', `${name}.zh-CN.html`), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/static\/([^"]+)"/g)].map(([, file]) => file);
  if (files.length === 0) throw new Error(`${name}: the page names no file; is it built?`);
  return [...new Set(files)].reduce(
    (sum, file) => sum + gz(readFileSync(join(dist, 'static', file))),
    gz(html),
  );
}

const budgets = [
  [
    'account: init and sign-in',
    6_000,
    () => library('account', "export { init, loginByAccount, loginByPhone } from '@rollcall/account'"),
  ],
  ['sign-in page, everything', 100_000, () => page('sign-in')],
  ['account page, everything', 160_000, () => page('account')],
];

let over = false;
for (const [name, budget, measure] of budgets) {
  const bytes = await measure();
  over ||= bytes > budget;
  console.log(
    `${name.padEnd(28)} ${String(bytes).padStart(8)} of ${budget} bytes gz${bytes > budget ? '  OVER' : ''}`,
  );
}
if (over) process.exit(1);
