/**
 * `npm run cluster [-- --port 8080]`: an installation of many processes on this machine, with sample traffic, until Ctrl-C. What it needs is
 * installed first; what it makes is in a temporary folder, which it removes.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';
import { clusterPrograms } from './system-programs.mjs';

ensureInstalled();
const { nginx } = clusterPrograms();
ensureInstalled(join(root, 'tools/clickhouse'));
ensureBuilt();

// In a process group of its own: a terminal sends Ctrl-C to every process of this one's, and the engines must end after the servers.
const child = spawn(
  process.execPath,
  [
    '--conditions=@rollcall/source',
    '--import',
    'tsx',
    join(root, 'tools/cluster/main.ts'),
    nginx,
    ...process.argv.slice(2),
  ],
  // It stops when the channel closes, so also if this process is killed.
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true },
);
const stop = () => {
  if (child.connected) child.disconnect();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
child.on('exit', code => {
  process.exitCode = code ?? 1;
});
