import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { type Launcher, runToEnd } from './launch.ts';
import type { DatabaseUser } from './user.ts';

/** The cluster's only role, and the database that initdb creates. */
export const ROLE = 'rollcall';
export const DATABASE = 'postgres';

const UNFINISHED = 'postgres.new-';

/** Paths of a cluster, which is renamed into place as one folder. */
export interface Home {
  folder: string;
  data: string;
  passwordFile: string;
}

/** The cluster's paths below the data folder. */
export function homeIn(folder: string): Home {
  return homeAt(join(folder, 'postgres'));
}

function homeAt(folder: string): Home {
  return { folder, data: join(folder, 'data'), passwordFile: join(folder, 'password') };
}

/** Whether there is a cluster. It is renamed into place when complete, so its folder's existence suffices. */
export async function isInitialised(folder: string): Promise<boolean> {
  return (await stat(homeIn(folder).folder).catch(() => undefined)) !== undefined;
}

/** Removes the remains of interrupted first starts. The caller holds the folder's lock. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // An orphaned initdb may still be writing, so removal is retried; what remains is removed by the next start.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(
      () => {},
    );
  }
}

/**
 * Creates a cluster: UTF-8 with PostgreSQL's builtin code point collation (equal on every machine), page checksums, SCRAM, and a
 * password of 32 random bytes that only its user can read. It is created under a temporary name and renamed when it is synced.
 *
 * @throws Error with initdb's output
 */
export async function initialise(
  folder: string,
  launcher: Launcher,
  binaries: Binaries,
  user: DatabaseUser | undefined,
): Promise<void> {
  const part = homeAt(await mkdtemp(join(folder, UNFINISHED)));
  try {
    await chmod(part.folder, 0o700);
    await writePassword(part.passwordFile);
    if (user) {
      await chown(part.passwordFile, user.uid, user.gid);
      await chown(part.folder, user.uid, user.gid);
    }
    const run = await runToEnd(launcher, binaries.initdb, initdbArguments(part), part.folder);
    if (!run.ok) throw new Error(`PostgreSQL's initdb failed in ${folder}: ${run.stderr}${hint(run.stderr)}`);
    await syncFolder(part.folder);
    await rename(part.folder, homeIn(folder).folder);
    await syncFolder(folder);
  } catch (error) {
    await rm(part.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    throw error;
  }
}

/** Explains an unclear error of initdb. */
function hint(stderr: string): string {
  if (!stderr.includes('could not look up effective user ID')) return '';
  return '\nThis user needs a line in /etc/passwd (containers started with a bare number as user lack it).';
}

function initdbArguments(home: Home): string[] {
  return [
    '-D',
    home.data,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth=scram-sha-256',
    `--username=${ROLE}`,
    `--pwfile=${home.passwordFile}`,
    '--no-instructions',
  ];
}

async function writePassword(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The password of the cluster's role.
 * @throws Error naming the file if it is missing or empty
 */
export async function readPassword(home: Home): Promise<string> {
  const text = (await readFile(home.passwordFile, 'utf8').catch(() => '')).trim();
  if (text) return text;
  throw new Error(`The database's password is missing from ${home.passwordFile}; restore it from a backup.`);
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
