/** A disk of its own that a test can fill: tmpfs, where this process may mount. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  /** In it, what may run out of room. */
  readonly folder: string;
  /** Takes all room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  remove(): void;
}

const CHUNK = Buffer.alloc(1 << 20);

/** @returns undefined where nothing can be mounted */
export const smallDisk = (at: string, megabytes: number): SmallDisk | undefined => {
  mkdirSync(at);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at]);
  if (status !== 0) return undefined;
  const folder = join(at, 'used');
  mkdirSync(folder);
  const ballast = join(at, 'ballast');
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'w');
      try {
        // The last pieces are smaller.
        for (let size = CHUNK.length; size >= 1; size >>= 1)
          try {
            for (;;) writeSync(file, CHUNK, 0, size);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => void spawnSync('umount', ['-l', at]),
  };
};
