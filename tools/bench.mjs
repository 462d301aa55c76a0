/** `npm run bench [-- SECTION]`: installs the peers, which only the benches use, and runs one section. */
import { join } from 'node:path';
import { backendPrograms } from './system-programs.mjs';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

ensureInstalled();
ensureInstalled(join(root, 'bench'));
const section = process.argv[2];
if (section === 'cluster') backendPrograms();
if (section === 'cluster' || (section === 'queries' && process.env.BENCH_STORE === 'clickhouse')) {
  ensureInstalled(join(root, 'tools/clickhouse'));
}
ensureBuilt();
runNode(['--conditions=@rollcall/source', '--import', 'tsx', 'bench/src/main.ts', ...process.argv.slice(2)]);
