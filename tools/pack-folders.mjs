/** Puts packages as they are published into folders, and packs those. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './setup.mjs';

const manifest = place => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));

/** The public exports of a manifest, without the conditions of this repository. */
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
  const directory = relative(root, place).replaceAll('\\', '/');
  const repository = { ...manifest(root).repository, directory };
  const text = { ...rest, repository, ...(exports && { exports: published(exports) }) };
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
