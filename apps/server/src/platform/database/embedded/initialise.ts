import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { type Launcher, runToEnd } from './launch.ts';
import type { DatabaseUser } from './user.ts';

/** The only role of the cluster, and the database that initdb makes: there is no second step that could be missed. */
export const ROLE = 'rollcall';
export const DATABASE = 'postgres';

const UNFINISHED = 'postgres.new-';

/** What one cluster consists of; it lives and is renamed as one folder. */
export interface Home {
  folder: string;
  data: string;
  passwordFile: string;
}

/** The cluster's place below the data folder. */
export function homeIn(folder: string): Home {
  return homeAt(join(folder, 'postgres'));
}

function homeAt(folder: string): Home {
  return { folder, data: join(folder, 'data'), passwordFile: join(folder, 'password') };
}

/** Whether there is a cluster. As it is renamed into place when whole, its folder is answer enough. */
export async function isInitialised(folder: string): Promise<boolean> {
  return (await stat(homeIn(folder).folder).catch(() => undefined)) !== undefined;
}

/** Removes what first starts that were cut short left behind. The caller holds the folder's lock. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // Retries: an initdb that was orphaned may still be writing. What stays is removed by the next start.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(
      () => {},
    );
  }
}

/**
 * Makes a new cluster: UTF-8 with the collation of code points that PostgreSQL itself brings (equal on every machine),
 * page checksums, SCRAM for every connection, and a password of 32 random bytes that only its user may read.
 * It is made under another name and renamed when it is whole and on disk.
 *
 * @throws Error with what initdb said.
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
    if (!run.ok) throw new Error(`PostgreSQL's initdb failed in ${folder}: ${run.said}${hint(run.said)}`);
    await syncFolder(part.folder);
    await rename(part.folder, homeIn(folder).folder);
    await syncFolder(folder);
  } catch (error) {
    await rm(part.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    throw error;
  }
}

/** What initdb leaves unsaid. */
function hint(said: string): string {
  if (!said.includes('could not look up effective user ID')) return '';
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
 * @throws Error naming the file when it is gone or empty.
 */
export async function readPassword(home: Home): Promise<string> {
  const text = (await readFile(home.passwordFile, 'utf8').catch(() => '')).trim();
  if (text) return text;
  throw new Error(`The database's password is missing from ${home.passwordFile}; restore it from a backup.`);
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
