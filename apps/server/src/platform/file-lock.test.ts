import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LockEnvironment, acquireLock } from './file-lock.ts';
import { temporaryFolder } from './database/embedded/testing.ts';

/** A machine on which the processes of `alive` run, each started at its number. */
function world(pid: number, alive: Set<number>, rest: Partial<LockEnvironment> = {}): LockEnvironment {
  return {
    self: { pid, started: `at ${pid}`, namespace: rest.namespace ?? 'here' },
    startOf: other => (alive.has(other) ? `at ${other}` : undefined),
    namespace: 'here',
    served: () => Promise.resolve(false),
    ...rest,
  };
}

describe('takeLock', () => {
  it('refuses a second while the first lives, and lets go when told', async () => {
    const folder = await temporaryFolder();
    const alive = new Set([1, 2]);
    const first = await acquireLock(folder, world(1, alive));
    await expect(acquireLock(folder, world(2, alive))).rejects.toThrow(
      `The data folder ${folder} is in use by process 1.`,
    );
    await expect(acquireLock(folder, world(1, alive))).rejects.toThrow('in use by this process (1)');
    await Promise.all([first.release(), first.release()]);
    await (await acquireLock(folder, world(2, alive))).release();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('takes over from the dead, from a number given out again, and from half a record', async () => {
    const folder = await temporaryFolder();
    await acquireLock(folder, world(1, new Set([1])));
    const second = await acquireLock(folder, world(2, new Set([2])));
    const reused = { ...world(3, new Set()), startOf: () => 'another time' };
    await acquireLock(folder, reused);
    await second.release(); // Too late: it is not the highest any more.
    await expect(acquireLock(folder, world(4, new Set([2, 3, 4])))).rejects.toThrow('process 3');
    await writeFile(join(folder, 'postgres.owner.9'), '{"pid":');
    await acquireLock(folder, world(4, new Set([3, 4])));
    await expect(acquireLock(folder, world(5, new Set([4, 5])))).rejects.toThrow('process 4');
  });

  it('of many who take over from a dead one at once, one wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const folder = await temporaryFolder();
      const alive = new Set(Array.from({ length: 12 }, (_, n) => n + 10));
      await acquireLock(folder, world(1, new Set([1])));
      const all = await Promise.allSettled([...alive].map(pid => acquireLock(folder, world(pid, alive))));
      expect(all.filter(result => result.status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('never lets two hold it while many take and release', async () => {
    const folder = await temporaryFolder();
    const alive = new Set(Array.from({ length: 8 }, (_, n) => n + 10));
    let holding = 0;
    let taken = 0;
    const worker = async (pid: number) => {
      // However often somebody is refused, all of them go on until it was taken often enough.
      while (taken < 40) {
        const lock = await acquireLock(folder, world(pid, alive)).catch(() => undefined);
        if (!lock) continue;
        holding += 1;
        taken += 1;
        expect(holding).toBe(1);
        await readdir(folder);
        holding -= 1;
        await lock.release();
      }
    };
    await Promise.all([...alive].map(worker));
    expect(taken).toBeGreaterThanOrEqual(40);
  });

  it('judges another container by whether its database answers', async () => {
    const folder = await temporaryFolder();
    await acquireLock(folder, world(7, new Set([7]), { namespace: 'there' }));
    const served = (answer: boolean) => world(7, new Set([7]), { served: () => Promise.resolve(answer) });
    await expect(acquireLock(folder, served(true))).rejects.toThrow('another container');
    await acquireLock(folder, served(false));
  });
});
