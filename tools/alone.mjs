/** A lock between processes of this repository, since two test files may need the same build. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const lives = pid => {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};
const wait = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
/** Id of the process that holds the lock; 0 if the file has none, undefined if the lock was removed. */
const holderOf = file => {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch (gone) {
    if (gone.code !== 'ENOENT') throw gone;
    return undefined;
  }
};

/**
 * Runs `work` while no other process runs work of the same name. Waits for one that does; a lock whose process has ended
 * is taken away.
 *
 * @template T
 * @param {string} name the lock's name
 * @param {() => T} work synchronous
 * @returns {T} what `work` returns
 */
export function alone(name, work) {
  mkdirSync(join(root, '.rollcall'), { recursive: true });
  const file = join(root, `.rollcall/${name}.lock`);
  const own = `${file}.${process.pid}`;
  // Linked once it is written, so that no process reads an empty file after a kill.
  writeFileSync(own, String(process.pid));
  try {
    for (let warned = false; ; ) {
      try {
        linkSync(own, file);
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
        const holder = holderOf(file);
        if (holder === undefined) continue;
        if (lives(holder)) {
          if (!warned) console.warn(`Waiting for process ${holder}, which has ${file}`);
          warned = true;
          wait(200);
        } else takeAway(file, holder);
      }
    }
    try {
      return work();
    } finally {
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock of a process that has ended, unless another one has taken it meanwhile. */
function takeAway(file, holder) {
  const moved = `${file}.${process.pid}.ended`;
  try {
    renameSync(file, moved);
    if (holderOf(moved) !== holder) linkSync(moved, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(moved, { force: true });
}
