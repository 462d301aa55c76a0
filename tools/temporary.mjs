/**
 * Where tests keep what they write, for as long as they run: in memory where the machine has enough. A database is copied there
 * in 20 ms, and on a disk that others use too in 400 ms.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const ENOUGH = 8 * 2 ** 30;

/** Whether programs run from there: tests write some. Containers often mount it without. */
const runsPrograms = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map(line => line.split(' '))
    .every(([, place, , options]) => place !== memory || !options.split(',').includes('noexec'));

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= ENOUGH && freemem() >= ENOUGH && runsPrograms();
  } catch {
    return false;
  }
}

/**
 * Makes the folder and removes it when this process ends.
 * @returns the variable that leads programs to it; none where the system's own folder is the better one
 */
export function temporaryFolder() {
  if (process.env.TMPDIR || process.platform !== 'linux' || !hasRoom()) return {};
  const folder = mkdtempSync(join(memory, 'rollcall-'));
  // As the system's: the embedded database runs as another user where the tests run as root.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { TMPDIR: folder };
}
