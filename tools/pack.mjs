/**
 * `npm run build -- packages`: builds the packages as they are published and puts each into a file that `npm install` takes, in
 * `.rollcall/packages`. What is there and was made of the same sources stays.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';
import { packFolders, stage } from './pack-folders.mjs';
import { buildPackages, ensureInstalled, packages, root } from './setup.mjs';

/** Where the files are. */
export const packed = join(root, '.rollcall/packages');

/** A digest of every source that the packages are made of, without their tests: names, sizes and times of change. */
function sources() {
  const hash = createHash('sha256');
  const look = path => {
    const stat = statSync(path);
    if (stat.isFile()) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
    else
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name)) look(join(path, name));
  };
  for (const place of [
    'packages',
    'tools/pack.mjs',
    'tools/pack-folders.mjs',
    'tools/ascii',
    'tools/pure-calls',
    'tools/private-names',
    'tools/script-tags.mjs',
    'LICENSE',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ])
    look(join(root, place));
  return hash.digest('hex');
}

function pack() {
  buildPackages();
  // Made beside, and moved in when it is whole.
  const making = `${packed}.${process.pid}`;
  const staged = join(making, 'staged');
  try {
    for (const name of packages) stage(join(root, 'packages', name), join(staged, name));
    packFolders(
      packages.map(name => join(staged, name)),
      making,
    );
    rmSync(staged, { recursive: true });
    rmSync(packed, { recursive: true, force: true });
    renameSync(making, packed);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Packs, unless nothing has changed since. @returns the folder */
export const ensurePacked = () =>
  alone('packing', () => {
    const stamp = join(root, '.rollcall/packed');
    const now = sources();
    if (existsSync(packed) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return packed;
    rmSync(stamp, { force: true });
    pack();
    writeFileSync(stamp, now);
    return packed;
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  console.log(`${readdirSync(ensurePacked()).length} packages are in ${packed}`);
  const { ensureServerPacked } = await import('./pack-server.mjs');
  console.log(`The server is ${ensureServerPacked()}`);
}
