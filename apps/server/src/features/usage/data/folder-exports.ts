/** Stores exports as files of a folder, which one process has. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportFiles, memberOf } from './export-files.ts';

export class FolderExports implements ExportFiles {
  constructor(private readonly folder: string) {}

  #part(id: string): string {
    return join(this.folder, `${id}.part`);
  }

  #path(id: string): string {
    return join(this.folder, `${id}.ndjson.gz`);
  }

  async add(id: string, bytes: number, lines: readonly unknown[]): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const content = await memberOf(lines);
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

  async size(id: string): Promise<number> {
    return stat(this.#part(id)).then(
      ({ size }) => size,
      () => 0,
    );
  }

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

  async read(id: string): ReturnType<ExportFiles['read']> {
    const found = await stat(this.#path(id)).catch(() => undefined);
    return found && { stream: createReadStream(this.#path(id)), bytes: found.size };
  }

  async remove(id: string): Promise<void> {
    await rm(this.#part(id), { force: true });
    await rm(this.#path(id), { force: true });
  }
}
