/**
 * What `npm start` and `npm test` share: the set-up that a fresh clone needs, done once and skipped when nothing
 * changed. Plain JavaScript without dependencies, since it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command in the project's root with its output shown; ends this process where it fails. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) {
    console.error(`\n${[command, ...args].join(' ')} ended with ${signal ?? status}.`);
    process.exit(status || 1);
  }
}

export const runNode = (args, options) => run(process.execPath, args, options);

const npm = (args, options) => {
  // npm's own script, where npm started us: no shell is needed, which matters on Windows.
  const script = process.env.npm_execpath;
  const windows = process.platform === 'win32';
  if (script?.endsWith('.js')) runNode([script, ...args], options);
  else run(windows ? 'npm.cmd' : 'npm', args, { shell: windows, ...options });
};

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Rollcall needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

const unchanged = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value;

/** What `npm run build -- lockfiles` keeps complete. The benches' peers and the tests' ClickHouse are installed apart, by `npm run bench` and `npm run test:all` alone. */
export const lockfiles = [
  'package-lock.json',
  'bench/package-lock.json',
  'proofs/package-lock.json',
  'tools/clickhouse/package-lock.json',
];

/**
 * Installs exactly what a folder's lockfile names, unless that is installed.
 *
 * @param folder the repository's root, or a folder with a lockfile of its own
 * @param {{development?: boolean}} options development: also what tests and checks need. Default: true
 */
export function ensureInstalled(folder = root, { development = true } = {}) {
  checkNode();
  const stamp = join(folder, 'node_modules', '.rollcall-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const everything = `${lock} with development`;
  if (unchanged(stamp, everything) || (!development && unchanged(stamp, lock))) return;
  console.log('Installing the dependencies …');
  // npm leaves development's dependencies out by itself where NODE_ENV is production.
  const which = development ? '--include=dev' : '--omit=dev';
  npm(['ci', which, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  writeFileSync(stamp, development ? everything : lock);
}

const skipped = new Set(['node_modules', 'dist', '.git']);

function* files(path) {
  const stat = statSync(path);
  if (stat.isFile()) yield [path, stat];
  else for (const name of readdirSync(path).sort()) if (!skipped.has(name)) yield* files(join(path, name));
}

/** What the build reads. */
const buildSources = ['packages', 'apps', 'tools', 'package-lock.json', 'tsconfig.base.json'];

/** A digest of sources: names, sizes and times of change. */
export function sources(places = buildSources) {
  const hash = createHash('sha256');
  for (const place of places)
    for (const [path, stat] of files(join(root, place)))
      hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  return hash.digest('hex');
}

/**
 * Builds the server and the pages, unless their sources are as they were at the last build.
 *
 * @param {{compressed?: boolean}} options brotli: the files of the pages also in brotli, which a slow network makes worth it. Default: true
 */
export function ensureBuilt({ brotli = true } = {}) {
  const stamp = join(root, '.rollcall', 'built');
  const now = sources();
  const built = unchanged(stamp, now) || (!brotli && unchanged(stamp, `${now} without brotli`));
  if (built && existsSync(join(root, 'apps/server/dist/main.mjs'))) return;
  console.log('Building …');
  build({ brotli });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, brotli ? sources() : `${sources()} without brotli`);
}

const tsdown = join(root, 'node_modules/tsdown/dist/run.mjs');

/** Builds the pages, the server and the simulators. */
export function build({ brotli = true } = {}) {
  runNode([join(root, 'tools/pages.mjs'), ...(brotli ? [] : ['--without-brotli'])]);
  for (const name of ['server', 'simulators'])
    runNode([tsdown, '--logLevel', 'error'], { cwd: join(root, 'apps', name) });
}

/** The packages that are published, each after those that it needs. */
export const packages = ['contract', 'account', 'captcha', 'usage', 'monitor', 'react', 'testing', 'node'];

/** Builds the packages as they are published. */
export function buildPackages() {
  for (const name of packages)
    runNode([tsdown, '--logLevel', 'error'], { cwd: join(root, 'packages', name) });
}
