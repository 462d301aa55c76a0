/**
 * The files of exports, with two implementations: a local folder, or the database for several processes. A file is a sequence of
 * gzip members, so that an interrupted export can be resumed.
 */
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

export interface ExportFiles {
  /**
   * Appends lines after the first `bytes` bytes of an export and overwrites the rest.
   * @returns its size in bytes, durably stored
   */
  add(id: string, bytes: number, lines: readonly unknown[]): Promise<number>;
  /** Size in bytes of an unfinished export; 0 where there is none. */
  size(id: string): Promise<number>;
  /** Publishes the finished export of `bytes` bytes for download. Idempotent. */
  finish(id: string, bytes: number): Promise<void>;
  /** @returns undefined where it is not finished, or gone */
  read(id: string): Promise<{ readonly stream: Readable; readonly bytes: number } | undefined>;
  /** Idempotent. */
  remove(id: string): Promise<void>;
}

/** The gzip member of some lines. */
export const memberOf = (lines: readonly unknown[]): Promise<Buffer> =>
  compress(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
