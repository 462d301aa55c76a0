/** `npm run release`: the checks before a release, and the packages as they are published; `-- check` only the checks. */
import { ensureInstalled, runNode } from './setup.mjs';

ensureInstalled();
const [name] = process.argv.slice(2);
if (name !== undefined && name !== 'check') {
  console.error('Usage: npm run release [-- check]');
  process.exit(1);
}
runNode(['tools/release-check.mjs']);
if (name === undefined) runNode(['tools/pack.mjs']);
