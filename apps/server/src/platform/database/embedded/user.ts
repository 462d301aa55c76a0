import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The user that runs postgres if this process is root, because postgres refuses to run as root. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

export interface UserInput {
  /** This process's user id; undefined on Windows. */
  uid: number | undefined;
  /** The data folder's owner. */
  folder: DatabaseUser;
  /** The owner of an existing cluster. */
  cluster: DatabaseUser | undefined;
  /** /etc/passwd */
  passwd: string;
}

/**
 * Chooses the user for postgres; undefined: this process's own.
 *
 * As root: the cluster's owner (postgres requires it), else the data folder's owner, so that the folder can later be started
 * without root, else `nobody`. The two latter need an entry in /etc/passwd, because initdb looks up its user's name.
 *
 * @throws Error if the cluster belongs to another user and this process is not root
 */
export function databaseUser(input: UserInput, folder: string): DatabaseUser | undefined {
  const { uid, cluster } = input;
  if (uid === undefined) return undefined;
  if (uid !== 0) {
    if (cluster === undefined || cluster.uid === uid) return undefined;
    throw new Error(
      `The database in ${folder} belongs to user ${cluster.uid}, and this server runs as user ${uid}. ` +
        `Start it as that user, or hand the folder over: chown -R ${uid} ${folder}`,
    );
  }
  if (cluster && cluster.uid !== 0) return cluster;
  const known = parsePasswd(input.passwd);
  if (input.folder.uid !== 0 && known.some(user => user.uid === input.folder.uid)) return input.folder;
  const nobody = known.find(user => user.name === 'nobody' && user.uid !== 0);
  if (nobody) return { uid: nobody.uid, gid: nobody.gid };
  throw new Error(
    'PostgreSQL refuses to run as root, and /etc/passwd has no user "nobody" to run it as. ' +
      'Start Rollcall as an ordinary user.',
  );
}

function parsePasswd(text: string): { name: string; uid: number; gid: number }[] {
  return text.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':');
    if (!name || uid === undefined || gid === undefined || !/^\d+$/.test(uid) || !/^\d+$/.test(gid))
      return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

/**
 * {@link databaseUser} for the given folders.
 * @param home the cluster's folder, which may not exist
 */
export async function chooseUser(folder: string, home: string): Promise<DatabaseUser | undefined> {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const cluster = await stat(join(home, 'data')).catch((error: NodeJS.ErrnoException) => {
    // The folder belongs to another user; its own owner can still be read.
    return error.code === 'EACCES' ? stat(home) : undefined;
  });
  const passwd = uid === 0 ? await readFile('/etc/passwd', 'utf8').catch(() => '') : '';
  return databaseUser({ uid, folder: await stat(folder), cluster, passwd }, folder);
}

/** Changes the owner of a folder recursively, without following links. */
export async function giveTo(user: DatabaseUser, path: string): Promise<void> {
  await lchown(path, user.uid, user.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(user, inner);
    else await lchown(inner, user.uid, user.gid);
  }
}
