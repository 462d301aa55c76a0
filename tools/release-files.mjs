/** What `npm run release` hands out. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './setup.mjs';

/** The container file, which installs the server's package that stands beside it. */
const CONTAINER = join(root, 'examples/production/Dockerfile');

/**
 * Copies files and the container file into a folder, with the checksums that `sha256sum --check SHA256SUMS` takes. What was in the
 * folder goes.
 *
 * @param {readonly string[]} files
 * @param {string} folder
 * @returns {string[]} the names, in order
 */
export function makeRelease(files, folder) {
  // Made beside, and moved in when it is whole.
  const making = `${folder}.${process.pid}`;
  try {
    mkdirSync(making, { recursive: true });
    for (const file of [...files, CONTAINER]) copyFileSync(file, join(making, basename(file)));
    const sums = readdirSync(making)
      .sort()
      .map(
        name =>
          `${createHash('sha256')
            .update(readFileSync(join(making, name)))
            .digest('hex')}  ${name}\n`,
      );
    writeFileSync(join(making, 'SHA256SUMS'), sums.join(''));
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return readdirSync(folder).sort();
}
