/** `npm start`: sets up what is missing, then runs the server in this process, so that signals reach it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.chdir(root);
await import(pathToFileURL(join(root, 'apps/server/dist/main.mjs')));
