import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseUser } from './user.ts';

/** The database's endpoint: the folder of its Unix socket, or 127.0.0.1 on Windows. */
export interface Endpoint {
  host: string;
  /** On Unix only part of the socket's name; the folder is private. */
  port: number;
}

const UNIX_PORT = 5432;
/** Maximum length of a socket path in bytes: macOS allows 103, Linux 107. */
const MAX_PATH = 103;

/** The socket's path as PostgreSQL and pg build it. */
function socketPath(endpoint: Endpoint): string {
  return join(endpoint.host, `.s.PGSQL.${endpoint.port}`);
}

/**
 * The folder for the socket: in the cluster's folder, or, if that path is too long, in the temporary folder under a name derived
 * from the cluster's folder, so that the next start finds it.
 *
 * @throws Error if all paths are too long
 */
export function socketFolder(home: string, temporary: readonly string[] = [tmpdir(), '/tmp']): string {
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const fits = [join(home, 'socket'), ...temporary.map(folder => join(folder, `rollcall-${hash}`))].find(
    folder => Buffer.byteLength(socketPath({ host: folder, port: UNIX_PORT })) <= MAX_PATH,
  );
  if (fits) return fits;
  throw new Error(
    `No folder for the database's socket has a path short enough, not even below ${temporary.join(' or ')}.`,
  );
}

/** The endpoint of the cluster in `home`; on Windows a free port. */
export async function endpointOf(home: string): Promise<Endpoint> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  return { host: socketFolder(home), port: UNIX_PORT };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Creates the socket's folder, accessible by the database's user only.
 * @throws Error if the path is not such a folder; below /tmp another user may have created it
 */
export async function openSocketFolder(path: string, user: DatabaseUser | undefined): Promise<void> {
  const owner = user?.uid ?? process.getuid?.();
  try {
    await mkdir(path, { mode: 0o700 });
    if (user) await chown(path, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = await lstat(path);
  // Owned by root: an earlier run ended between mkdir and chown.
  if (user && found.uid === 0 && found.isDirectory()) await chown(path, user.uid, user.gid);
  else if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${path}, the folder for the database's socket, is not a closed folder of ours. Remove it.`,
    );
  }
}

/** Removes the socket and its lock file of an ended postmaster. */
export async function removeSocket(endpoint: Endpoint): Promise<void> {
  await rm(socketPath(endpoint), { force: true });
  await rm(`${socketPath(endpoint)}.lock`, { force: true });
}

/** Whether a process listens on the socket. */
export function isListening(endpoint: Endpoint): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(false);
  return new Promise(resolve => {
    const socket = connect(socketPath(endpoint));
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    // EAGAIN: the listener's backlog is full.
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'EAGAIN'));
  });
}
