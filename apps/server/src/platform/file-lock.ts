import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namespaceOf, ownIdentity, type ProcessIdentity, startOf } from './process-identity.ts';

/** An exclusive lock on a data folder. */
export interface Lock {
  /** Releases the lock. Idempotent; never throws, because a stale lock is recognised by the next start. */
  release(): Promise<void>;
}

/** What the lock needs to know beside the folder's files. */
export interface LockEnvironment {
  self: ProcessIdentity;
  /** Start time of a process by {@link startOf}; undefined if it is gone. */
  startOf(pid: number): string | undefined;
  namespace: string;
  /** Whether a database answers in this folder; used if the holder's pid belongs to another pid namespace (container). */
  served(): Promise<boolean>;
}

interface Holder extends ProcessIdentity {
  released: boolean;
}

const NAME = 'postgres.owner.';
const PART = 'postgres.owner-part-';

/** The environment of this machine. */
export function systemEnvironment(served: () => Promise<boolean>): LockEnvironment {
  return { self: ownIdentity(), startOf: pid => startOf(pid), namespace: namespaceOf(), served };
}

/**
 * Acquires the lock of `folder` for this process; a dead process's lock is taken over.
 *
 * The lock is the file `postgres.owner.<n>` with the highest n. Taking over from n means linking n+1, which only one
 * process can; the highest file is never removed or renamed, so a lock that was just acquired cannot be lost.
 *
 * @throws Error naming the folder and the process if a live process holds the lock
 */
export async function acquireLock(folder: string, environment: LockEnvironment): Promise<Lock> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const last = await highest(folder);
    if (last > 0) await assertFree(folder, last, environment);
    const mine = join(folder, NAME + (last + 1));
    const part = await writePart(folder, { ...environment.self, released: false });
    const won = await linked(part, mine);
    await rm(part, { force: true });
    if (!won) continue;
    if ((await highest(folder)) !== last + 1) {
      // Other processes acquired and released the lock between our read and our link, and removed the file we read.
      await rm(mine, { force: true });
      continue;
    }
    await removeOlder(folder, last + 1);
    return { release: once(() => release(folder, mine, environment.self)) };
  }
  throw new Error(
    `The data folder ${folder} is being fought over: its lock changed hands 100 times. Try again.`,
  );
}

async function assertFree(folder: string, n: number, environment: LockEnvironment): Promise<void> {
  const holder = await readHolder(join(folder, NAME + n));
  if (!holder || holder.released) return;
  if (holder.namespace !== environment.namespace) {
    if (!(await environment.served())) return;
    throw new Error(
      `The data folder ${folder} is in use: its database answers, and its owner (process ${holder.pid} of another ` +
        'container) cannot be seen from here. One data folder serves one Rollcall server; stop the other first.',
    );
  }
  if (environment.startOf(holder.pid) !== holder.started) return;
  const who = holder.pid === environment.self.pid ? `this process (${holder.pid})` : `process ${holder.pid}`;
  throw new Error(
    `The data folder ${folder} is in use by ${who}. One data folder serves one Rollcall server: ` +
      'stop the other, or give this one its own folder.',
  );
}

async function highest(folder: string): Promise<number> {
  let top = 0;
  for (const name of await readdir(folder)) top = Math.max(top, numberOf(name));
  return top;
}

function numberOf(name: string): number {
  return name.startsWith(NAME) ? Number(/^\d+$/.exec(name.slice(NAME.length))?.[0] ?? 0) : 0;
}

/** Undefined for a missing or truncated record, which was never complete and so belongs to no running process. */
async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    if (typeof value.pid !== 'number' || typeof value.started !== 'string') return undefined;
    return {
      pid: value.pid,
      started: value.started,
      namespace: value.namespace ?? '',
      released: value.released === true,
    };
  } catch {
    return undefined;
  }
}

/** Writes the record to a temporary name, so that a partial record is never read. */
async function writePart(folder: string, holder: Holder): Promise<string> {
  const path = join(folder, PART + randomBytes(8).toString('hex'));
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(holder)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

async function linked(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // ENOENT: the winner removed our temporary file.
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw error;
  }
}

async function removeOlder(folder: string, mine: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const n = numberOf(name);
    if ((n > 0 && n < mine) || name.startsWith(PART)) await rm(join(folder, name), { force: true });
  }
}

/** Marks the file as released; if it were removed, its number could be used twice. */
async function release(folder: string, mine: string, self: ProcessIdentity): Promise<void> {
  try {
    await rename(await writePart(folder, { ...self, released: true }), mine);
  } catch {
    // The folder is full or gone; the record then names a process that is about to end.
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
