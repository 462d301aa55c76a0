/** A disk of its own that a test can fill: tmpfs, where this process may mount. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmdirSync, rmSync, statfsSync } from 'node:fs';

export interface SmallDisk {
  /** Leaves no room to write more. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
  remove(): void;
}

/** @returns whether it could be done */
const mount = (...args: readonly string[]): boolean =>
  spawnSync('mount', args, { stdio: 'ignore' }).status === 0;

/**
 * Makes a folder a disk, with what it has.
 * @param folder made if missing
 * @returns undefined where nothing can be mounted, which needs root
 */
export const smallDisk = (folder: string, megabytes: number): SmallDisk | undefined => {
  const size = `size=${megabytes}m`;
  const before = `${folder}.before`;
  mkdirSync(folder, { recursive: true });
  renameSync(folder, before);
  mkdirSync(folder);
  if (!mount('-t', 'tmpfs', '-o', size, 'tmpfs', folder)) {
    rmdirSync(folder);
    renameSync(before, folder);
    return undefined;
  }
  const remove = () => void spawnSync('umount', ['-l', folder]);
  try {
    // With the owners and modes, the folder's own too.
    execFileSync('cp', ['-a', `${before}/.`, folder]);
  } catch (error) {
    remove();
    rmdirSync(folder);
    renameSync(before, folder);
    throw error;
  }
  rmSync(before, { recursive: true });
  return {
    fill: () => {
      for (;;) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        // Refused if more was written meanwhile. A size of 0 is none.
        if (mount('-o', `remount,size=${Math.max(1, blocks - bfree) * bsize}`, folder)) return;
      }
    },
    free: () => {
      if (!mount('-o', `remount,${size}`, folder)) throw new Error(`${folder} got no room back.`);
    },
    remove,
  };
};
