/** `npm run bench [-- SECTION]`: installs the peers, which only the benches use, and runs one section. */
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

ensureInstalled();
ensureInstalled(join(root, 'bench'));
ensureBuilt();
runNode(['--conditions=@rollcall/source', '--import', 'tsx', 'bench/src/main.ts', ...process.argv.slice(2)]);
