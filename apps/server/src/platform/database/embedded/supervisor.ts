import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareBinaries } from './binaries.ts';
import { homeIn, initialise, isInitialised, readPassword, removeUnfinished } from './initialise.ts';
import { chooseLauncher, type Exit } from './launch.ts';
import { type Lock, systemEnvironment, acquireLock } from '../../file-lock.ts';
import type { Log } from './log.ts';
import { defusePidFile, endOrphans, clusterNameOf } from './orphans.ts';
import {
  type Connection,
  connectionTo,
  type Postmaster,
  type PostmasterOptions,
  StillInUse,
  startPostmaster,
} from './postmaster.ts';
import { isListening, type Endpoint, endpointOf, openSocketFolder, removeSocket } from './socket.ts';
import { chooseUser, type DatabaseUser, giveTo } from './user.ts';

export interface EmbeddedDatabase {
  /** Connection options for pg's Pool. */
  connection: Connection;
  /** Fast shutdown; resolves after the postmaster's exit. Idempotent. */
  stop(): Promise<void>;
  /** Resolves if postgres ends without {@link stop}; the server must then exit with an error. */
  ended: Promise<Exit>;
}

export interface EmbeddedDatabaseOptions {
  /** Absolute path of the data folder. Names in it that begin with `postgres` are reserved. */
  folder: string;
  log: Log;
  /** Connections that it takes at least. */
  connections?: number;
}

/** Time in ms to retry while an earlier run is still ending. */
const RETRY_FOR = 10_000;

/**
 * Starts the embedded PostgreSQL on a folder and resolves when it accepts connections. Creates the cluster if there is none, and
 * removes what an earlier run left behind. If this process ends without {@link EmbeddedDatabase.stop}, even by SIGKILL, the
 * database shuts down.
 *
 * Call it from the main thread, or from one that lives as long as the database: on Linux postgres ends with the thread.
 *
 * @throws Error with a message for the operator: the folder is in use by another server, not writable, full, another user's, or
 * postgres cannot start (with its output)
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  if (!isAbsolute(options.folder))
    throw new Error(`The data folder's path has to be absolute: ${options.folder}`);
  try {
    await mkdir(options.folder, { recursive: true });
    return await start(await realpath(options.folder), options);
  } catch (error) {
    throw folderError(error as NodeJS.ErrnoException, options.folder);
  }
}

async function start(
  folder: string,
  { log, connections = 0 }: Pick<EmbeddedDatabaseOptions, 'log' | 'connections'>,
): Promise<EmbeddedDatabase> {
  const began = Date.now();
  const home = homeIn(folder);
  const endpoint = await endpointOf(home.folder);
  const lock = await acquireLock(
    folder,
    systemEnvironment(() => isListening(endpoint)),
  );
  try {
    await removeUnfinished(folder);
    const user = await chooseUser(folder, home.folder);
    const launcher = await chooseLauncher(folder, user);
    const binaries = await prepareBinaries(folder, launcher);
    const cold = !(await isInitialised(folder));
    if (cold) await initialise(folder, launcher, binaries, user);
    else if (user && (await stat(home.data)).uid === 0) await giveTo(user, home.folder);
    const password = await readPassword(home);
    const clusterName = await clusterNameOf(home.data, password);
    const options = { launcher, binaries, home, endpoint, clusterName, password, log, connections };
    const postmaster = await startWithRetries(options, user);
    log.info(
      { folder, cold, milliseconds: Date.now() - began, by: launcher.description },
      'embedded database started',
    );
    return running(postmaster, options, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Removes the remains of an earlier run and starts; retries while its processes or memory are still being released. */
async function startWithRetries(
  options: PostmasterOptions,
  user: DatabaseUser | undefined,
): Promise<Postmaster> {
  const { home, endpoint, clusterName, log } = options;
  const until = Date.now() + RETRY_FOR;
  for (;;) {
    await endOrphans(clusterName, user?.uid ?? process.getuid?.(), log);
    if (await isListening(endpoint)) {
      throw new Error(
        `A database answers in ${endpoint.host} whose processes cannot be seen from here (another container?). ` +
          'One data folder serves one Rollcall server; stop the other first.',
      );
    }
    await defusePidFile(home.data);
    if (process.platform !== 'win32') {
      await openSocketFolder(endpoint.host, user);
      await removeSocket(endpoint);
    }
    try {
      return await startPostmaster(options);
    } catch (error) {
      if (!(error instanceof StillInUse) || Date.now() > until) throw error;
      log.warn({ because: error.message }, 'an earlier database is in the way, trying again');
      await wait(200);
    }
  }
}

function running(postmaster: Postmaster, options: PostmasterOptions, lock: Lock): EmbeddedDatabase {
  let stopped: Promise<void> | undefined;
  const ended = new Promise<Exit>(resolve => {
    const watch = async () => {
      const exit = await postmaster.exited;
      if (stopped) return;
      options.log.error({ ...exit }, 'the embedded database ended by itself');
      resolve(exit);
    };
    void watch();
  });
  const stop = async () => {
    await postmaster.stop();
    await clearSocketFolder(options.endpoint, options.home.folder);
    await lock.release();
  };
  return {
    connection: connectionTo(options.endpoint, options.password),
    stop: () => (stopped ??= stop()),
    ended,
  };
}

/** Removes a socket folder outside of the data folder. */
async function clearSocketFolder(endpoint: Endpoint, home: string): Promise<void> {
  if (process.platform === 'win32' || endpoint.host === join(home, 'socket')) return;
  await rm(endpoint.host, { recursive: true, force: true }).catch(() => {});
}

/** Turns a file system error into a message for the operator. */
function folderError(error: NodeJS.ErrnoException, folder: string): Error {
  const reasons: Record<string, string> = {
    ENOSPC: `the disk is full`,
    EDQUOT: `the user's share of the disk is used up`,
    EACCES: `this user (${process.getuid?.() ?? 'unknown'}) has no right to it`,
    EPERM: `this user (${process.getuid?.() ?? 'unknown'}) has no right to it`,
    EROFS: `it is on a file system that is read-only`,
    ENOTDIR: `a part of its path is a file`,
    EEXIST: `a part of its path is a file`,
  };
  const reason = error.code === undefined ? undefined : reasons[error.code];
  if (!reason) return error;
  return new Error(`The data folder ${folder} cannot be used: ${reason} (${error.message}).`, {
    cause: error,
  });
}
