/**
 * Builds the pages into a folder (dist, or the one that is named):
 *
 * - static/       the client's numbered chunks, pictures and data, each with its .br and .gz, of this and earlier releases
 * - pages/        each page in each language
 * - maps/         the source maps of all that is in static/; nobody serves them
 * - chunks.json   the manifest of this release; releases.json: which releases are kept, and their files
 *
 * Run: node apps/web/build.mjs [FOLDER]
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { clientConfig } from './build/client.mjs';
import { compile } from './build/compile.mjs';
import { integrity, moveAll, precompress, shortHash, writeWhole } from './build/files.mjs';
import { manifestOf } from './build/manifest.mjs';
import { prerenderConfig } from './build/prerender.mjs';
import { keepReleases } from './build/releases.mjs';
import { ShortNames, shorten } from './build/short-names.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.resolve(process.argv[2] ?? path.join(here, 'dist'));
const PAGES = [
  'index',
  'sign-in',
  'sign-up',
  'reset',
  'oauth',
  'account',
  'contests',
  'lesson',
  'console',
  'gallery',
];
const LANGUAGES = ['zh-CN', 'en'];

// Everything is made beside, and moved in when it is whole: a server goes on serving from here meanwhile.
const making = path.join(dist, '.making');
const folder = name => path.join(making, name);
await rm(making, { recursive: true, force: true });
await mkdir(folder('pages'), { recursive: true });

const names = new ShortNames();
const built = await compile(
  clientConfig({
    context: here,
    entry: Object.fromEntries(
      PAGES.flatMap(page =>
        LANGUAGES.map(language => [`${page}.${language}`, `./src/pages/${page}/${language}.tsx`]),
      ),
    ),
    folder: folder('static'),
    maps: folder('maps'),
    plugins: [names],
  }),
);
await compile(prerenderConfig(here, folder('prerender')));
const { documentsOf, ICON, staticFiles } = await import(
  pathToFileURL(path.join(folder('prerender'), 'prerender.mjs')).href
);

/** Puts content under a name with its hash; gives the path that pages ask for. */
async function place(name, content) {
  const { dir, name: stem, ext } = path.parse(name);
  const hashed = `${path.posix.join(dir, stem)}.${shortHash(content)}${ext}`;
  await mkdir(path.dirname(path.join(folder('static'), hashed)), { recursive: true });
  await writeFile(path.join(folder('static'), hashed), content);
  return `/static/${hashed}`;
}

const icon = await place('seal.svg', ICON);
const placed = await staticFiles(place);
await precompress(folder('static'), path.join(dist, 'static'));
const manifest = await manifestOf(built, folder('static'));
for (const page of PAGES) {
  for (const language of LANGUAGES) {
    const assets = await Promise.all(
      built.entrypoints[`${page}.${language}`].assets.map(async ({ name }) => ({
        path: `/static/${name}`,
        integrity: integrity(await readFile(path.join(folder('static'), name))),
      })),
    );
    const documents = documentsOf(
      page,
      language,
      {
        scripts: assets.filter(asset => asset.path.endsWith('.js')),
        styles: assets.filter(asset => asset.path.endsWith('.css')),
        icon,
        release: manifest.release,
      },
      placed,
    );
    for (const [name, document] of Object.entries(documents))
      await writeFile(path.join(folder('pages'), `${name}.${language}.html`), shorten(document, names.short));
  }
}

await writeWhole(path.join(dist, 'chunks.json'), `${JSON.stringify(manifest, null, 1)}\n`);
const files = [...manifest.chunks.flatMap(chunk => chunk.files), ...manifest.files].flatMap(({ name }) => [
  `static/${name}`,
  `maps/${name}.map`,
]);
// chunks before the documents that name them, and the old ones last
for (const name of ['static', 'maps', 'pages']) await moveAll(folder(name), path.join(dist, name));
await keepReleases(dist, ['static', 'maps'], { release: manifest.release, at: Date.now(), files });
await rm(making, { recursive: true, force: true });
