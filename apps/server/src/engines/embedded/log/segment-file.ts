/** One file of the log: its name has the offset of its first byte in the log. */
import { mkdir, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Offset } from '../../../events/log/event-log.ts';
import type { Disk } from './disk.ts';
import { scan } from './frames.ts';

export interface Segment {
  readonly base: Offset;
  readonly path: string;
  /** Bytes that are durable and whole. */
  size: number;
}

const NAME = /^(\d{16})\.log$/;

export const segmentPath = (folder: string, base: Offset): string =>
  join(folder, `${String(base).padStart(16, '0')}.log`);

export interface FoundSegments {
  readonly segments: Segment[];
  /** Bytes that were cut off the last file: an append that was under way when the process ended. */
  readonly torn: number;
  /** Bytes in the last file that can't be read. */
  readonly damaged: number;
}

/**
 * Finds the segments of a folder, in order, and repairs the end of the last: what was never finished is cut off.
 * Files that are not ours are left alone.
 */
export const findSegments = async (folder: string, disk: Disk): Promise<FoundSegments> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(folder)).sort();
  const segments: Segment[] = [];
  for (const name of names) {
    const base = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(base)) continue;
    const path = join(folder, name);
    segments.push({ base, path, size: (await stat(path)).size });
  }
  const last = segments.at(-1);
  if (!last) return { segments, torn: 0, damaged: 0 };
  const { end, damaged } = scan(await readFile(last.path), last.base);
  const torn = last.size - end;
  if (torn > 0) await cut(last.path, end, disk);
  last.size = end;
  return { segments, torn, damaged };
};

const cut = async (path: string, size: number, disk: Disk): Promise<void> => {
  // By path: opening it for writing would empty it.
  await truncate(path, size);
  const file = await disk.open(path, 'r');
  try {
    await disk.datasync(file);
  } finally {
    await file.close();
  }
};
