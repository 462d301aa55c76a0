/** Disk operations of the segments, so that a test can fill, slow down or break the disk at any step. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

export interface Disk {
  open(path: string, flags: 'r' | 'w+'): Promise<FileHandle>;
  /** Writes all of `bytes` at `position`. */
  write(file: FileHandle, bytes: Buffer, position: number): Promise<void>;
  /** Resolves when the file's data survive a power cut. */
  datasync(file: FileHandle): Promise<void>;
  truncate(file: FileHandle, length: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

export const realDisk: Disk = {
  open: (path, flags) => open(path, flags, 0o600),
  async write(file, bytes, position) {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  },
  datasync: file => file.datasync(),
  truncate: (file, length) => file.truncate(length),
  rename,
  remove: path => rm(path, { force: true }),
  async syncFolder(path) {
    // Windows cannot sync a folder, and need not.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

/** Whether a disk (or a quota on it) is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
