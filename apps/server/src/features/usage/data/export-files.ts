/** The files of exports: concatenated gzip members, so that an interrupted export can be resumed. */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

export class ExportFiles {
  constructor(private readonly folder: string) {}

  #part(id: string): string {
    return join(this.folder, `${id}.part`);
  }

  #path(id: string): string {
    return join(this.folder, `${id}.ndjson.gz`);
  }

  /**
   * Appends lines after the first `bytes` bytes of an export and overwrites the rest.
   * @returns its size in bytes, after fsync
   */
  async add(id: string, bytes: number, lines: readonly unknown[]): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const content = await compress(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    // `a` creates a missing file, and appends after the truncation.
    const file = await open(this.#part(id), 'a', 0o600);
    try {
      await file.truncate(bytes);
      await file.appendFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    return bytes + content.length;
  }

  /** Size in bytes of an unfinished export. */
  async size(id: string): Promise<number> {
    return stat(this.#part(id)).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /** Publishes the finished export of `bytes` bytes for download. Idempotent. */
  async finish(id: string, bytes: number): Promise<void> {
    try {
      await truncate(this.#part(id), bytes);
      await rename(this.#part(id), this.#path(id));
    } catch (error) {
      // Absent if a crash came between the renaming and the update of the row.
      await stat(this.#path(id)).catch(() => {
        throw error;
      });
    }
  }

  /** @returns undefined where it is gone */
  async read(id: string): Promise<{ stream: ReadStream; bytes: number } | undefined> {
    const found = await stat(this.#path(id)).catch(() => undefined);
    return found && { stream: createReadStream(this.#path(id)), bytes: found.size };
  }

  async remove(id: string): Promise<void> {
    await rm(this.#part(id), { force: true });
    await rm(this.#path(id), { force: true });
  }
}
