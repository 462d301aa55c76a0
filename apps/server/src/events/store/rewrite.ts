/**
 * Writes the file anew, so that what was erased is in it no longer: a database only marks rows as deleted, and their
 * bytes would stay in its free blocks.
 */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OpenFile } from './file.ts';
import { rowsOf } from './statements.ts';

/**
 * Copies everything into a new file beside the old one. Nothing may be written meanwhile; queries may run. A kill leaves the
 * old file as it was.
 * @returns puts the new file in the old one's place; call it once the old one is closed, without a write-ahead log
 */
export const writeAnew = async ({ path, writer }: OpenFile): Promise<() => Promise<void>> => {
  const fresh = `${path}.new`;
  const discard = () => Promise.all([fresh, `${fresh}.wal`].map(left => rm(left, { force: true })));
  await discard();
  // The new file must not say that it has to be rewritten; the old one does until it is gone.
  await writer.run(`attach '${fresh.replaceAll("'", "''")}' as fresh`);
  try {
    const [current] = await rowsOf(writer, 'select current_database() as name');
    await writer.run(`copy from database "${String(current?.['name'])}" to fresh`);
    await writer.run("update fresh.meta set value = 0 where name = 'rewrite_due'");
    await writer.run('checkpoint fresh');
    await writer.run('detach fresh');
  } catch (error) {
    // A disk that it has filled belongs to others, too.
    await writer.run('detach database if exists fresh').catch(() => undefined);
    await discard();
    throw error;
  }
  return async () => {
    await sync(fresh, 'r+');
    await rm(`${path}.wal`, { force: true });
    await rename(fresh, path);
    await sync(dirname(path), 'r');
  };
};

/** Brings a file or a folder onto the disk. */
const sync = async (path: string, flags: 'r' | 'r+'): Promise<void> => {
  const opened = await open(path, flags);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
};
