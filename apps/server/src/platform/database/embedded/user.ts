import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Who runs postgres when this process is root; postgres itself refuses to be. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

export interface UserInput {
  /** This process's user id; undefined on Windows. */
  uid: number | undefined;
  /** The data folder's owner. */
  folder: DatabaseUser;
  /** The owner of a cluster that is there already. */
  cluster: DatabaseUser | undefined;
  /** /etc/passwd */
  passwd: string;
}

/**
 * Who has to run postgres: undefined means this process's own user.
 *
 * As root: whoever owns the cluster (postgres insists on it), else the data folder's owner, so that the folder stays
 * one person's and can be started without root later, else `nobody`. The two latter need a line in /etc/passwd,
 * because initdb asks for its user's name.
 *
 * @throws Error when the cluster is someone else's and this process may not act for them.
 */
export function databaseUser(question: UserInput, folder: string): DatabaseUser | undefined {
  const { uid, cluster } = question;
  if (uid === undefined) return undefined;
  if (uid !== 0) {
    if (cluster === undefined || cluster.uid === uid) return undefined;
    throw new Error(
      `The database in ${folder} belongs to user ${cluster.uid}, and this server runs as user ${uid}. ` +
        `Start it as that user, or hand the folder over: chown -R ${uid} ${folder}`,
    );
  }
  if (cluster && cluster.uid !== 0) return cluster;
  const known = parsePasswd(question.passwd);
  if (question.folder.uid !== 0 && known.some(user => user.uid === question.folder.uid))
    return question.folder;
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
 * {@link databaseUser} for the folders as they are.
 * @param home the folder that holds the cluster, there or not
 */
export async function chooseUser(folder: string, home: string): Promise<DatabaseUser | undefined> {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const cluster = await stat(join(home, 'data')).catch((error: NodeJS.ErrnoException) => {
    // Another user's closed folder: who owns it is seen from outside.
    return error.code === 'EACCES' ? stat(home) : undefined;
  });
  const passwd = uid === 0 ? await readFile('/etc/passwd', 'utf8').catch(() => '') : '';
  return databaseUser({ uid, folder: await stat(folder), cluster, passwd }, folder);
}

/** Gives a folder and all that is in it to the user; links are not followed. */
export async function giveTo(user: DatabaseUser, path: string): Promise<void> {
  await lchown(path, user.uid, user.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(user, inner);
    else await lchown(inner, user.uid, user.gid);
  }
}
