import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namespaceOf, ownIdentity, type ProcessIdentity, startOf } from './process-identity.ts';

/** The right to run a database in a folder. */
export interface Lock {
  /** Gives it back. Idempotent; never throws, for a lock that was left behind is recognised as such. */
  release(): Promise<void>;
}

/** What the lock asks of the world outside the folder. */
export interface LockEnvironment {
  self: ProcessIdentity;
  /** The process's start as {@link startOf} tells it, undefined when it is gone. */
  startOf(pid: number): string | undefined;
  namespace: string;
  /** Whether a database answers in this folder: asked when the holder's number means nothing here (a container's). */
  served(): Promise<boolean>;
}

interface Holder extends ProcessIdentity {
  released: boolean;
}

const NAME = 'postgres.owner.';
const PART = 'postgres.owner-part-';

/** The world as it is. */
export function systemEnvironment(served: () => Promise<boolean>): LockEnvironment {
  return { self: ownIdentity(), startOf: pid => startOf(pid), namespace: namespaceOf(), served };
}

/**
 * Takes the lock of `folder` for this process; one that a dead process left behind is taken over.
 *
 * The lock is the file `postgres.owner.<n>` with the highest n. To take over from n is to link n+1, which only one
 * can; the highest file is never removed nor renamed, so nobody can sweep away a lock that was taken meanwhile.
 *
 * @throws Error naming the folder and the process when a live one holds it.
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
      // Others came and went between our look and our link, and removed what we looked at.
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

/** Undefined for a record that is gone or cut short: such a one was never whole, so nobody runs behind it. */
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

/** A whole record under a name that means nothing yet, so that no one ever reads half of one. */
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
    // ENOENT: whoever won has swept our part away.
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

/** The file stays, marked: were it removed, its number could be taken twice. */
async function release(folder: string, mine: string, self: ProcessIdentity): Promise<void> {
  try {
    await rename(await writePart(folder, { ...self, released: true }), mine);
  } catch {
    // A folder that is full or gone: the record then tells of a process that ends soon.
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
