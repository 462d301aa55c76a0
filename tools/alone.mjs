/** Lets one process at a time do something in this repository: two test files may need the same build. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const lives = pid => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};
const wait = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

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
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      let holder = '';
      try {
        holder = readFileSync(file, 'utf8');
      } catch (gone) {
        if (gone.code !== 'ENOENT') throw gone;
        continue;
      }
      // Empty between its making and its writing.
      if (holder !== '' && !lives(Number(holder))) rmSync(file, { force: true });
      else wait(200);
    }
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}
