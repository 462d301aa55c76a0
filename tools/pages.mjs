/** Builds the pages of apps/web and apps/console. Run: node tools/pages.mjs [FOLDER]; without it into apps/web/dist. */
import path from 'node:path';
import { buildPages } from '@rollcall/app-shell/build';
import { app as console } from '../apps/console/pages.mjs';
import { app as web } from '../apps/web/pages.mjs';

const root = path.dirname(import.meta.dirname);
await buildPages([web, console], root, path.resolve(process.argv[2] ?? path.join(root, 'apps/web/dist')));
