/** Runs a TypeScript file of this repository from its source: `node tools/run.mjs FILE [ARG ...]`. */
import { ensureInstalled, runNode } from './setup.mjs';

ensureInstalled();
runNode(['--conditions=@rollcall/source', '--import', 'tsx', ...process.argv.slice(2)]);
