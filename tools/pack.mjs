/**
 * `npm run pack`: builds the packages as they are published and puts each into a file that `npm install` takes, in
 * `.rollcall/packages`. What is there and was made of the same sources stays.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';
import { buildPackages, ensureInstalled, packages, root } from './setup.mjs';

/** Where the files are. */
export const packed = join(root, '.rollcall/packages');

/** A digest of every source that the packages are made of: names, sizes and times of change. */
function sources() {
  const hash = createHash('sha256');
  const look = path => {
    const stat = statSync(path);
    if (stat.isFile()) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
    else
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') look(join(path, name));
  };
  for (const place of [
    'packages',
    'tools/pack.mjs',
    'tools/pure-calls',
    'tools/private-names',
    'LICENSE',
    'package-lock.json',
    'tsconfig.base.json',
  ])
    look(join(root, place));
  return hash.digest('hex');
}

const manifest = place => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));

/** What a manifest exports to everybody; conditions of our own are for this repository. */
const published = exports =>
  typeof exports === 'string'
    ? exports
    : Object.fromEntries(
        Object.entries(exports)
          .filter(([name]) => name !== '@rollcall/source')
          .map(([name, value]) => [name, published(value)]),
      );

/** Every file that a package promises. */
const promised = exports =>
  typeof exports === 'string' ? [exports] : Object.values(exports).flatMap(promised);

/**
 * Puts a package as it is published into a folder: what was built, its README, the licence, and a manifest without what
 * is for this repository alone.
 *
 * @param {string} place the package's folder
 * @param {string} folder an empty one
 */
export function stage(place, folder) {
  mkdirSync(folder, { recursive: true });
  cpSync(join(place, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(place, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { private: _private, devDependencies: _tools, exports, ...rest } = manifest(place);
  const text = { ...rest, ...(exports && { exports: published(exports) }) };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(text, null, 2)}\n`);
}

/**
 * Packs folders, each with a whole manifest.
 *
 * @param {string[]} folders
 * @param {string} destination where the files go
 */
export function packFolders(folders, destination) {
  // npm's own script, where npm started us: no shell is needed, which matters on Windows.
  const script = process.env.npm_execpath;
  const own = script?.endsWith('.js');
  const { status, stdout, stderr, error } = spawnSync(
    own ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm',
    [...(own ? [script] : []), 'pack', '--json', '--pack-destination', destination, ...folders],
    { cwd: root, encoding: 'utf8', shell: !own && process.platform === 'win32' },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`npm pack ended with ${status}.\n${stdout}${stderr}`);
  const files = new Map(JSON.parse(stdout).map(({ name, files }) => [name, files.map(({ path }) => path)]));
  for (const folder of folders) {
    const { name, exports = {}, bin = {} } = manifest(folder);
    const wanted = [...promised(exports), ...Object.values(bin)].map(path => path.replace('./', ''));
    const missing = wanted.filter(path => !files.get(name)?.includes(path));
    if (missing.length > 0) throw new Error(`${name} was packed without ${missing.join(', ')}.`);
  }
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
}
