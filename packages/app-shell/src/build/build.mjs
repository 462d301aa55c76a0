/**
 * The build of the apps with pages. All of them are compiled together into one folder, as one release with one manifest:
 *
 * - static/       the numbered chunks, pictures and data, each with its .br and .gz, of this and earlier releases
 * - pages/        the document of each page in each language
 * - maps/         the source maps of static/; they are not served
 * - prerender/    NAME.mjs, which renders an app's documents again with a school's own phrases, and NAME.json with what it
 *                 needs of this build (`PrerenderBuild` of ../document.ts); only of apps whose module has `ownDocuments`
 * - chunks.json   the manifest of this release; releases.json: the kept releases and their files
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { clientConfig } from './client.mjs';
import { compile } from './compile.mjs';
import { integrity, moveAll, precompress, shortHash, writeWhole } from './files.mjs';
import { ICON } from './icon.mjs';
import { manifestOf } from './manifest.mjs';
import { prerenderConfig } from './prerender.mjs';
import { keepReleases } from './releases.mjs';
import { ShortNames } from './short-names.mjs';
import { shorten } from './shorten.mjs';

const LANGUAGES = ['zh-CN', 'en'];

/**
 * Builds the apps. Everything is written to a folder beside and moved in at the end, so that a server can serve `dist`
 * meanwhile.
 *
 * An app has a `name`, its `folder` (absolute), its `pages` (names), `entry(page, language)` (the module of a page's
 * script) and `prerender` (a module), both relative to `folder`. The prerender module exports
 * `documentsOf(page, language, files, placed)`, which returns HTML by document name, and may export `staticFiles(place)`,
 * which writes more files and resolves with the `placed` that `documentsOf` gets. For `files` see ../document.ts.
 *
 * @param apps the apps, with distinct names of pages
 * @param root the folder that holds all of them, absolute
 * @param dist where the build is written, absolute
 * @param brotli whether files get their .br, which is half of the work. Default: true
 */
export async function buildPages(apps, root, dist, { brotli = true } = {}) {
  const making = path.join(dist, '.making');
  const folder = name => path.join(making, name);
  await rm(making, { recursive: true, force: true });
  await mkdir(folder('pages'), { recursive: true });

  const names = new ShortNames();
  const built = await compile(
    clientConfig({
      context: root,
      entry: Object.fromEntries(
        apps.flatMap(app =>
          app.pages.flatMap(page =>
            LANGUAGES.map(language => [
              `${page}.${language}`,
              path.join(app.folder, app.entry(page, language)),
            ]),
          ),
        ),
      ),
      folder: folder('static'),
      maps: folder('maps'),
      plugins: [names],
    }),
  );
  await compile(
    prerenderConfig({
      context: root,
      entry: Object.fromEntries(apps.map(app => [app.name, path.join(app.folder, app.prerender)])),
      folder: folder('prerender'),
    }),
  );

  /** Writes a file under a name with its hash. Resolves with the path that pages request. */
  async function place(name, content) {
    const { dir, name: stem, ext } = path.parse(name);
    const hashed = `${path.posix.join(dir, stem)}.${shortHash(content)}${ext}`;
    await mkdir(path.dirname(path.join(folder('static'), hashed)), { recursive: true });
    await writeFile(path.join(folder('static'), hashed), content);
    return `/static/${hashed}`;
  }

  const icon = await place('seal.svg', ICON);
  const prerendered = [];
  for (const { name, pages } of apps) {
    const module = await import(pathToFileURL(path.join(folder('prerender'), `${name}.mjs`)).href);
    prerendered.push({ name, pages, module, placed: await module.staticFiles?.(place) });
  }
  await precompress(folder('static'), path.join(dist, 'static'), { brotli });
  const manifest = await manifestOf(built, folder('static'));

  const asset = async ({ name }) => ({
    path: `/static/${name}`,
    integrity: integrity(await readFile(path.join(folder('static'), name))),
  });
  for (const { name: app, pages, module, placed } of prerendered) {
    const documents = [];
    for (const page of pages)
      for (const language of LANGUAGES) {
        const assets = await Promise.all(built.entrypoints[`${page}.${language}`].assets.map(asset));
        const files = {
          scripts: assets.filter(({ path }) => path.endsWith('.js')),
          styles: assets.filter(({ path }) => path.endsWith('.css')),
          icon,
          release: manifest.release,
        };
        documents.push({ page, language, files });
        for (const [name, html] of Object.entries(module.documentsOf(page, language, files, placed)))
          await writeFile(path.join(folder('pages'), `${name}.${language}.html`), shorten(html, names.short));
      }
    const build = { documents, placed, short: [...names.short] };
    const about = path.join(folder('prerender'), app);
    if (module.ownDocuments) await writeFile(`${about}.json`, JSON.stringify(build));
    else await rm(`${about}.mjs`);
  }

  await writeWhole(path.join(dist, 'chunks.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  const files = [...manifest.chunks.flatMap(chunk => chunk.files), ...manifest.files].flatMap(({ name }) => [
    `static/${name}`,
    `maps/${name}.map`,
  ]);
  // its chunks have no hashes, so those of another build are of no use
  await rm(path.join(dist, 'prerender'), { recursive: true, force: true });
  // chunks before the documents that link them, and the removal of old ones last
  for (const name of ['static', 'maps', 'prerender', 'pages'])
    await moveAll(folder(name), path.join(dist, name));
  await keepReleases(dist, ['static', 'maps'], { release: manifest.release, at: Date.now(), files });
  await rm(making, { recursive: true, force: true });
}
