/**
 * `npm run build -- budgets`: what a person downloads, in gzipped bytes, against its budget. Exact, so over the budget fails.
 *
 * A library's figure is its smallest ordinary use, bundled and minified with all that it imports; a page's is its
 * document and every file that the document names.
 */
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { pureCalls } from './pure-calls/esbuild.mjs';
import { root } from './setup.mjs';

const gz = content => gzipSync(content, { level: 9 }).length;

async function library(name, code, external = []) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: join(root, 'apps/web') },
    bundle: true,
    minify: true,
    write: false,
    external,
    format: 'esm',
    target: 'es2022',
    conditions: ['@rollcall/source'],
    plugins: [pureCalls],
    logLevel: 'error',
  });
  return gz(outputFiles[0].contents);
}

/**
 * The human verification as a page gets it, cut into the files that are loaded one after the other: the core with all
 * its static imports, what it draws, and each provider without what the core brought already.
 */
async function humanVerification() {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export { verify } from '@rollcall/captcha'", resolveDir: join(root, 'apps/web') },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: root,
    absWorkingDir: root,
    format: 'esm',
    target: 'es2022',
    conditions: ['@rollcall/source'],
    plugins: [pureCalls],
    logLevel: 'error',
  });
  const bytes = new Map(outputFiles.map(({ path, contents }) => [relative(root, path), gz(contents)]));
  /** A file, and all its static imports. */
  const withImports = (file, found = new Set()) => {
    if (found.has(file)) return found;
    found.add(file);
    for (const { path, kind } of metafile.outputs[file].imports)
      if (kind === 'import-statement') withImports(path, found);
    return found;
  };
  const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  const core = withImports(entries.find(([, { entryPoint }]) => entryPoint === '<stdin>')[0]);
  const sum = files => [...files].reduce((total, file) => total + bytes.get(file), 0);
  const late = entries
    .filter(([file]) => !core.has(file))
    .map(([file, { entryPoint }]) => [
      basename(entryPoint, '.ts'),
      sum([...withImports(file)].filter(each => !core.has(each))),
    ]);
  if (late.length < 6) throw new Error('The providers are not files of their own any more.');
  return [
    ['captcha: core', 3_000, () => sum(core)],
    ...late.map(([name, size]) => [
      `captcha: ${name}`,
      // Loaded beside the provider, whenever something is shown at all.
      name === 'overlay' ? 1_120 : 1_000,
      () => size,
    ]),
  ];
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
    6_740,
    () => library('account', "export { init, loginByAccount, loginByPhone } from '@rollcall/account'"),
  ],
  // web-vitals is loaded once the page is idle.
  ['monitor', 2_560, () => library('monitor', "export { start } from '@rollcall/monitor'", ['web-vitals'])],
  ...(await humanVerification()),
  [
    'usage without persistence',
    3_985,
    () => library('usage', "export { createUsage } from '@rollcall/usage/core'"),
  ],
  ['usage', 5_020, () => library('usage', "export { createUsage } from '@rollcall/usage'")],
  ['sign-in page, everything', 109_000, () => page('sign-in')],
  ['account page, everything', 160_000, () => page('account')],
  // Charts are loaded where the first is drawn.
  ['console, everything at once', 240_000, () => page('console')],
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
