/**
 * Builds the pages of apps/web and apps/console, the files for a script tag, the reference and the guides. Run: node tools/pages.mjs
 * [--without-brotli] [FOLDER]; without a folder into apps/web/dist.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '@rollcall/app-shell/build';
import { app as console } from '../apps/console/pages.mjs';
import { app as web } from '../apps/web/pages.mjs';
import { writeGuides } from './guides.mjs';
import { makeReference, writeReference } from './reference.mjs';
import { buildScriptTags } from './script-tags.mjs';

const root = path.dirname(import.meta.dirname);
const { values, positionals } = parseArgs({
  options: { 'without-brotli': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const dist = path.resolve(positionals[0] ?? path.join(root, 'apps/web/dist'));
const [{ pages }] = await Promise.all([
  makeReference(),
  buildPages([web, console], root, dist, { brotli: !values['without-brotli'] }),
]);
writeReference(pages, path.join(dist, 'reference'));
writeGuides(path.join(dist, 'guides'));
await buildScriptTags(dist);
