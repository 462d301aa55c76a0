/** The Unix socket at which the owner answers its workers, in a folder that only its user can enter. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Bytes that the path of a socket may have on every system. */
const LONGEST_PATH = 100;

export interface OwnerSocket {
  readonly path: string;
  remove(): Promise<void>;
}

/** A folder in the data folder; one of the system's where the path would be too long for a socket. */
const socketFolder = async (data: string): Promise<string> => {
  const folder = join(data, 'workers');
  if (Buffer.byteLength(join(folder, 'owner.sock')) > LONGEST_PATH)
    return mkdtemp(join(tmpdir(), 'rollcall-workers-'));
  // What a killed owner left behind.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
};

/** @param data absolute path of the data folder, which no other server uses */
export const listenForWorkers = async (server: FastifyInstance, data: string): Promise<OwnerSocket> => {
  const folder = await socketFolder(data);
  const path = join(folder, 'owner.sock');
  await server.listen({ path });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
};
