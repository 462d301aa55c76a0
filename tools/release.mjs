/**
 * `npm run release`: the checks before a release; then the packages and the server as they are published, the bill of materials, a
 * container file and checksums, in `.rollcall/release`. `-- check`: only the checks.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeRelease } from './release-files.mjs';
import { ensureInstalled, root, runNode } from './setup.mjs';

ensureInstalled();
const [name] = process.argv.slice(2);
if (name !== undefined && name !== 'check') {
  console.error('Usage: npm run release [-- check]');
  process.exit(1);
}
runNode(['tools/release-check.mjs']);
if (name === undefined) {
  const { ensurePacked } = await import('./pack.mjs');
  const { ensureServerPacked } = await import('./pack-server.mjs');
  const packed = ensurePacked();
  const files = readdirSync(packed).map(file => join(packed, file));
  const release = join(root, '.rollcall/release');
  const names = makeRelease([...files, ensureServerPacked(), join(root, '.rollcall/sbom.cdx.json')], release);
  console.log(`${release}:\n${names.join('\n')}`);
}
