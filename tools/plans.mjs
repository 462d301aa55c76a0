/**
 * `npm run plans [-- ROWS]`: runs the unit tests of the server, and then every statement that they sent to PostgreSQL over a million rows in each
 * table that grows. Fails where one reads much of a table.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, root, runNode } from './setup.mjs';

/** Runs the statements of a folder over so many rows. */
export const PLANS = 'apps/server/src/platform/database/testing/plans/main.ts';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = process.argv[2] ?? '1000000';
  ensureInstalled();
  const folder = join(root, '.rollcall/statements');
  rmSync(folder, { recursive: true, force: true });
  runNode([join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', 'apps/server'], {
    env: { ...process.env, ROLLCALL_STATEMENTS: folder },
  });
  runNode([join(root, 'tools/run.mjs'), PLANS, folder, rows]);
}
