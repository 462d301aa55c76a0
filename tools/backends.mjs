/** `npm run backends [-- PATH …]`: tests against the engines of large installations, which it installs for itself. */
import { join } from 'node:path';
import { ensureInstalled, root, runNode } from './setup.mjs';
import { backendPrograms } from './system-programs.mjs';

ensureInstalled();
backendPrograms();
ensureInstalled(join(root, 'tools/clickhouse'));
runNode([
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  'vitest.backends.config.ts',
  ...process.argv.slice(2),
]);
