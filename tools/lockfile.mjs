/**
 * `npm run build -- lockfiles`, after every change of a dependency: completes both lockfiles, so that `npm ci` takes them.
 *
 * `npm ci` refuses a lockfile that lacks an optional dependency, such as a binary of another platform, and npm leaves out
 * each one that its registry does not have: mirrors often hold only the platforms of their users. A missing entry is
 * written here with the exact version that its package asks for and the platform that its name says. It has no checksum:
 * on that platform npm installs what its registry gives under that version, as `npm install` does without an entry.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockfiles, root } from './setup.mjs';

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
};
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** The platform that a binary's name says, as the fields that npm compares with its own. */
export function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = words.map(word => systems[word]).find(Boolean);
  const cpu = words.find(word => processors.includes(word));
  if (!cpu || (!os && cpu !== 'wasm32')) throw new Error(`${name} does not say its platform.`);
  const libc = words.some(word => word.startsWith('musl')) ? 'musl' : 'glibc';
  return { ...(os && { os: [os] }), cpu: [cpu], ...(os === 'linux' && { libc: [libc] }) };
}

/** Where npm looks for a dependency of the package at this path: its own folder, then each folder above. */
function* places(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    yield `${at ? `${at}/` : ''}node_modules/${name}`;
    if (!at) return;
  }
}

/** Optional dependencies without an entry: the path that one would have, its version and what asks for it. */
export const missing = ({ packages }) =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => ![...places(path, name)].some(place => packages[place]))
      .map(([name, version]) => {
        const above = path.slice(0, Math.max(0, path.lastIndexOf('node_modules/')));
        return { place: `${above}node_modules/${name}`, name, version, dev };
      }),
  );

/** The lockfile with an entry for each optional dependency that it lacks. */
export function completed(lock) {
  const added = missing(lock).map(({ place, name, version, dev }) => {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      throw new Error(`${name}@${version} is no exact version.`);
    const { os, cpu, libc } = platformOf(name);
    // In npm's own order, so that npm leaves the file as it is.
    const entry = {
      version,
      cpu,
      ...(dev && { dev }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    };
    return [place, entry];
  });
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) });
  return { ...lock, packages: Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en'))) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of lockfiles) {
    const file = join(root, name);
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
    console.log(`${name}: ${missing(lock).length} entries added.`);
  }
}
