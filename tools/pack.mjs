/**
 * `npm run pack`: builds the packages as they are published and puts each into a file that `npm install` takes, in
 * `.rollcall/packages`. What is there and was made of the same sources stays.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
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
import { buildPackages, ensureInstalled, root } from './setup.mjs';

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
  for (const place of ['packages', 'package-lock.json', 'tsconfig.base.json']) look(join(root, place));
  return hash.digest('hex');
}

const manifest = place => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));

/** Every file that a package promises; conditions of our own aside, which are for this repository. */
const promised = exports =>
  typeof exports === 'string'
    ? [exports]
    : Object.entries(exports).flatMap(([name, value]) =>
        name === '@rollcall/source' ? [] : promised(value),
      );

function pack() {
  buildPackages();
  const places = readdirSync(join(root, 'packages'))
    .map(name => join(root, 'packages', name))
    .filter(place => !manifest(place).private);
  // Made beside, and moved in when it is whole.
  const making = `${packed}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    // npm's own script, where npm started us: no shell is needed, which matters on Windows.
    const script = process.env.npm_execpath;
    const own = script?.endsWith('.js');
    const { status, stdout, stderr, error } = spawnSync(
      own ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm',
      [...(own ? [script] : []), 'pack', '--json', '--pack-destination', making, ...places],
      { cwd: root, encoding: 'utf8', shell: !own && process.platform === 'win32' },
    );
    if (error) throw error;
    if (status !== 0) throw new Error(`npm pack ended with ${status}.\n${stdout}${stderr}`);
    const files = new Map(JSON.parse(stdout).map(({ name, files }) => [name, files.map(({ path }) => path)]));
    for (const place of places) {
      const { name, exports } = manifest(place);
      const missing = promised(exports).filter(path => !files.get(name)?.includes(path.replace('./', '')));
      if (missing.length > 0) throw new Error(`${name} was packed without ${missing.join(', ')}.`);
    }
    rmSync(packed, { recursive: true, force: true });
    renameSync(making, packed);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Packs, unless nothing has changed since. @returns the folder */
export function ensurePacked() {
  const stamp = join(root, '.rollcall/packed');
  const now = sources();
  if (existsSync(packed) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return packed;
  rmSync(stamp, { force: true });
  pack();
  writeFileSync(stamp, now);
  return packed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  console.log(`${readdirSync(ensurePacked()).length} packages are in ${packed}`);
}
