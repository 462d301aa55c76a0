/**
 * `npm start`: sets up what is missing, then runs the server in this process, so that signals reach it. In the development
 * environment what is not configured is simulated beside it.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.chdir(root);
const load = file => import(pathToFileURL(join(root, file)));

const { simulateMissing } = await load('tools/simulated.mjs');
await simulateMissing(process.env, () => load('apps/simulators/dist/start.mjs'));
await load('apps/server/dist/main.mjs');
