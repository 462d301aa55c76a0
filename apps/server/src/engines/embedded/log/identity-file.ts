/** The identity of a log in files, in its folder: a folder that was emptied or made elsewhere is another log. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from './disk.ts';

const NAME = 'identity';
const OLDER = 'files:older:';
const IDENTITY = /^files:(?:older:)?[0-9a-f-]{36}$/;

/** Whether the log is older than its identity: then positions that were kept without one are its own. */
export const isOlder = (identity: string): boolean => identity.startsWith(OLDER);

/**
 * Reads it, or makes it; one process does so at a time.
 * @param filled whether the folder has segments
 * @returns once it is durable
 */
export const identityOf = async (
  folder: string,
  filled: boolean,
  disk: Pick<Disk, 'rename' | 'syncFolder'>,
): Promise<string> => {
  const path = join(folder, NAME);
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (IDENTITY.test(found)) return found;
  const identity = `${filled ? OLDER : 'files:'}${randomUUID()}`;
  await writeFile(`${path}.new`, identity, { flush: true, mode: 0o600 });
  await disk.rename(`${path}.new`, path);
  await disk.syncFolder(folder);
  return identity;
};
