/**
 * Rewrites the file, so that erased events are in it no longer: a database only marks rows as deleted, and their
 * bytes would stay in its free blocks.
 */
import { open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type OpenFile, walSize } from './file.ts';
import { literal } from './literal.ts';
import { numberOf, rowsOf } from './statements.ts';

const MEGABYTE = 2 ** 20;
/** Bytes that stay free for what else is on the disk: the event log goes on while the file is written. */
const SPARED = 64 * MEGABYTE;

const freeAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Copies everything into a new file beside the old one. Nothing may be written meanwhile; queries may run. A kill leaves the
 * old file as it was.
 * @param free bytes that are free in a folder
 * @throws Error in words for the operator where there is no room; nothing was written then
 * @returns puts the new file in the old one's place; call it once the old one is closed, without a write-ahead log
 */
export const writeAnew = async (
  { path, writer }: Pick<OpenFile, 'path' | 'writer'>,
  free: (folder: string) => Promise<number> = freeAt,
): Promise<() => Promise<void>> => {
  const fresh = `${path}.new`;
  const discard = () => Promise.all([fresh, `${fresh}.wal`].map(left => rm(left, { force: true })));
  await discard();
  const used = await numberOf(writer, 'select used_blocks * block_size from pragma_database_size()');
  // The old file takes up its write-ahead log, too, before it is closed.
  const needed = used + 2 * (await walSize(path)) + SPARED;
  const left = await free(dirname(path));
  if (left < needed)
    throw new Error(
      `${path} has to be written anew, which clears the disk of what was erased. It needs ${Math.ceil(needed / MEGABYTE)} MB of free disk; ${Math.floor(left / MEGABYTE)} MB are free.`,
    );
  // The new file must not say that it has to be rewritten; the old one does until it is gone.
  await writer.run(`attach ${literal(fresh)} as fresh`);
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
