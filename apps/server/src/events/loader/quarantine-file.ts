/** One file of the quarantine: JSON lines, each complete. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Bytes that the first read from the end takes. */
const BLOCK = 64 * 1024;
const LF = 0x0a;

export interface Line {
  /** The offset of its first byte in the file. */
  readonly offset: number;
  readonly text: string;
}

/** Adds lines. Resolves once they are on the disk; if that fails, the file is as it was. @param size bytes of the file */
export const appendLines = async (path: string, size: number, content: Buffer): Promise<void> => {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(content);
    await file.sync();
  } catch (error) {
    await file.truncate(size).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
};

/** Counts bytes and lines. A last line that a sudden end cut short is removed. */
export const measure = async (path: string): Promise<{ readonly bytes: number; readonly lines: number }> => {
  const file = await open(path, 'r+');
  try {
    let [read, complete, lines] = [0, 0, 0];
    for await (const chunk of file.createReadStream({
      autoClose: false,
      start: 0,
    }) as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) {
        lines += 1;
        complete = read + at + 1;
      }
      read += chunk.length;
    }
    if (complete < read) await file.truncate(complete);
    return { bytes: complete, lines };
  } finally {
    await file.close();
  }
};

/** The last lines before an offset, newest first, without reading what is before them. */
export const linesBefore = async (path: string, offset: number, limit: number): Promise<Line[]> => {
  const file = await open(path, 'r');
  try {
    const end = Math.min(offset, (await file.stat()).size);
    for (let length = BLOCK; ; length *= 2) {
      const start = Math.max(0, end - length);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      const block = buffer.subarray(0, bytesRead);
      // A block that begins within the file begins within a line.
      const first = start === 0 ? 0 : block.indexOf(LF) + 1;
      const lines = start > 0 && first === 0 ? [] : linesOf(block.subarray(first), start + first);
      if (lines.length >= limit || start === 0) return lines.toReversed().slice(0, limit);
    }
  } finally {
    await file.close();
  }
};

/** All lines, in order. */
export const allLines = async (path: string): Promise<Line[]> => linesOf(await readFile(path), 0);

const linesOf = (block: Buffer, offset: number): Line[] => {
  const lines: Line[] = [];
  for (let at = 0; at < block.length; ) {
    const end = block.indexOf(LF, at);
    // Only a cursor of a rewritten file ends within a line.
    if (end < 0) break;
    lines.push({ offset: offset + at, text: block.toString('utf8', at, end) });
    at = end + 1;
  }
  return lines;
};

/** Rewrites the file; without content it is removed. A kill leaves the old one or the new one. */
export const replaceFile = async (path: string, content: Buffer): Promise<void> => {
  if (content.length === 0) await rm(path, { force: true });
  else {
    const fresh = `${path}.new`;
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  }
  await syncFolder(dirname(path));
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
