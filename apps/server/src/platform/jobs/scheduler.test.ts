import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { createJobLeases, type JobLeases, LEASE, RENEW_EVERY } from './job-leases.ts';
import { type Job, startScheduler } from './scheduler.ts';
import { STOPPED_WITHIN } from './stopped-within.ts';

const MINUTE = 60_000;

/** Pauses that end when the test's time has come, or by their signal. */
const heldPauses = () => {
  const open = new Set<{ readonly until: number; readonly end: () => void }>();
  let at = 0;
  return {
    pause: (ms: number, signal: AbortSignal) =>
      new Promise<void>(resolve => {
        const entry = {
          until: at + ms,
          end: () => {
            open.delete(entry);
            resolve();
          },
        };
        if (signal.aborted) return resolve();
        open.add(entry);
        signal.addEventListener('abort', entry.end, { once: true });
      }),
    /** Milliseconds until each pause that is waited for ends, the shortest first. */
    waits: () => [...open].map(({ until }) => until - at).sort((a, b) => a - b),
    move: (ms: number) => {
      at += ms;
      for (const entry of open) if (entry.until <= at) entry.end();
    },
  };
};

const unleased: JobLeases = {
  claim: async () => {
    throw new Error('a job of the process has no lease');
  },
};

const start = (jobs: readonly Job[], leases: JobLeases = unleased) => {
  const warned: unknown[] = [];
  const time = heldPauses();
  const scheduler = startScheduler({
    jobs,
    leases,
    now: () => 7,
    log: { warn: (what: unknown) => void warned.push(what) },
    pause: time.pause,
  });
  return { scheduler, warned, time };
};

describe('a job of the process', () => {
  const scope = 'process' as const;

  test('runs at once and at its interval, with the time; not after the end', async () => {
    const run = vi.fn(async () => {});
    const { scheduler, time } = start([{ name: 'cleanup', everyMs: 1000, scope, run }]);
    expect(run).toHaveBeenCalledExactlyOnceWith(7, expect.any(AbortSignal));
    for (let turn = 2; turn <= 3; turn += 1) {
      await expect.poll(() => time.waits()).toHaveLength(1);
      time.move(1000);
      await expect.poll(() => run).toHaveBeenCalledTimes(turn);
    }
    await scheduler.close();
    time.move(5000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  test('with a delay runs first after it', async () => {
    const run = vi.fn(async () => {});
    const { scheduler, time } = start([{ name: 'retention', everyMs: 1000, firstMs: 300, scope, run }]);
    time.move(299);
    expect(run).not.toHaveBeenCalled();
    time.move(1);
    await expect.poll(() => run).toHaveBeenCalledTimes(1);
    await scheduler.close();
  });

  test('does not overlap with itself, and the end tells it and waits for it', async () => {
    let finish = () => {};
    let closing: AbortSignal | undefined;
    const run = vi.fn((_: number, signal?: AbortSignal) => {
      closing = signal;
      return new Promise<void>(resolve => (finish = resolve));
    });
    const { scheduler, time } = start([{ name: 'slow', everyMs: 1000, scope, run }]);
    time.move(3000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(closing?.aborted).toBe(false);
    const ended = vi.fn();
    const end = scheduler.close().then(ended);
    await Promise.resolve();
    expect(closing?.aborted).toBe(true);
    expect(ended).not.toHaveBeenCalled();
    finish();
    await end;
  });

  test('is not waited for where it takes long, such as one that waits for a lock', async () => {
    const run = vi.fn<Job['run']>(() => new Promise<void>(() => {}));
    const { scheduler, time } = start([{ name: 'waiting', everyMs: 1000, scope, run }]);
    scheduler.stop();
    expect(run.mock.calls[0]?.[1]?.aborted).toBe(true);
    const ended = vi.fn();
    const end = scheduler.close().then(ended);
    time.move(STOPPED_WITHIN - 1);
    await Promise.resolve();
    expect(ended).not.toHaveBeenCalled();
    time.move(1);
    await end;
  });

  test('that fails is logged by name, runs again, and keeps no other from running', async () => {
    const broken = vi.fn(async () => {
      throw new Error('no database');
    });
    const other = vi.fn(async () => {});
    const { scheduler, warned, time } = start([
      { name: 'broken', everyMs: 1000, scope, run: broken },
      { name: 'other', everyMs: 1000, scope, run: other },
    ]);
    await expect.poll(() => time.waits()).toHaveLength(2);
    time.move(1000);
    await expect.poll(() => [broken.mock.calls.length, other.mock.calls.length]).toEqual([2, 2]);
    await scheduler.close();
    expect(warned).toMatchObject([{ job: 'broken' }, { job: 'broken' }]);
  });
});

describe('a job of the installation', () => {
  const scope = 'installation' as const;
  const now = heldClock();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database?.close());
  beforeEach(() => database.truncate());

  const leases = () => createJobLeases(database.db, () => sql<Date>`${new Date(now())}::timestamptz`);
  const row = () =>
    database.db
      .selectFrom('job_leases')
      .select(['due_at', 'leased_until', 'owner'])
      .where('name', '=', 'cleanup')
      .executeTakeFirstOrThrow();

  /** Processes on one database; `turn` moves all clocks and waits until each process waits again. */
  const processes = (count: number, run: Job['run'], more: Partial<Job> = {}) => {
    const job = { name: 'cleanup', everyMs: MINUTE, scope, run, ...more };
    const all = Array.from({ length: count }, () => start([job], leases()));
    return {
      all,
      idle: () =>
        until(() => {
          for (const { time } of all) expect(time.waits()).toHaveLength(1);
        }),
      move: (ms: number) => {
        now.move(ms);
        for (const { time } of all) time.move(ms);
      },
      close: () => Promise.all(all.map(({ scheduler }) => scheduler.close())),
    };
  };

  test('runs once at each interval in three processes, and the schedule outlives them', async () => {
    const run = vi.fn(async () => {});
    const three = processes(3, run);
    for (let turn = 1; turn <= 4; turn += 1) {
      // Who found the row locked looks again after less than a second.
      for (let look = 0; look < 3; look += 1) {
        await three.idle();
        three.move(500);
      }
      await three.idle();
      expect(run).toHaveBeenCalledTimes(turn);
      three.move(MINUTE - 1500);
    }
    await three.idle();
    await three.close();
    const before = run.mock.calls.length;
    const later = processes(1, run);
    await later.idle();
    expect(run).toHaveBeenCalledTimes(before);
    expect(later.all[0]?.time.waits()).toEqual([(await row()).due_at.getTime() - now()]);
    await later.close();
  });

  test('that ends with its process is taken over when the lease ends, and not before', async () => {
    const job = { name: 'cleanup', everyMs: 60 * MINUTE };
    const dead = await leases().claim(job);
    expect(dead).toHaveProperty('renew');
    const run = vi.fn(async () => {});
    const other = processes(1, run, { everyMs: job.everyMs });
    await other.idle();
    expect(other.all[0]?.time.waits()).toEqual([LEASE]);
    other.move(LEASE - 1);
    await other.idle();
    expect(run).not.toHaveBeenCalled();
    other.move(1);
    await expect.poll(() => run).toHaveBeenCalledTimes(1);
    await other.idle();
    // The one that was thought dead hangs no longer: it neither renews nor ends the run of the other.
    if ('waitMs' in dead) throw new Error('not claimed');
    expect(await dead.renew()).toBe(false);
    const { due_at: due } = await row();
    await dead.finish();
    expect((await row()).due_at).toEqual(due);
    await other.close();
  });

  test('that takes long is renewed, so that no other process runs it beside', async () => {
    let finish = () => {};
    const run = vi.fn(() => new Promise<void>(resolve => (finish = resolve)));
    const slow = processes(1, run);
    await expect.poll(() => run).toHaveBeenCalledTimes(1);
    const others = leases();
    for (let renewed = 1; renewed <= 7; renewed += 1) {
      await slow.idle();
      slow.move(RENEW_EVERY);
      const until = now() + LEASE;
      await expect.poll(async () => (await row()).leased_until?.getTime()).toBe(until);
      expect(await others.claim({ name: 'cleanup', everyMs: MINUTE })).toEqual({ waitMs: LEASE });
    }
    await slow.idle();
    finish();
    // Runs that fell due meanwhile are left out; the next is at its place in the schedule.
    await expect.poll(() => slow.all[0]?.time.waits()).toEqual([2 * MINUTE - 7 * RENEW_EVERY]);
    expect(run).toHaveBeenCalledTimes(1);
    await slow.close();
  });

  test('runs once if the clock jumps ahead, and not again when it is put back; nor does it stop', async () => {
    const run = vi.fn(async () => {});
    const job = { name: 'cleanup', everyMs: MINUTE };
    const turn = async () => {
      const claim = await leases().claim(job);
      if ('waitMs' in claim) return claim.waitMs;
      await run();
      return claim.finish();
    };
    expect(await turn()).toBe(MINUTE);
    now.move(30 * 24 * 60 * MINUTE);
    expect(await turn()).toBe(MINUTE);
    expect(await turn()).toBe(MINUTE);
    expect(run).toHaveBeenCalledTimes(2);
    now.move(-30 * 24 * 60 * MINUTE);
    expect(await turn()).toBe(MINUTE);
    expect(run).toHaveBeenCalledTimes(2);
    now.move(MINUTE);
    await turn();
    expect(run).toHaveBeenCalledTimes(3);
  });

  test('of a dead process whose clock was put back is taken over a lease later', async () => {
    const job = { name: 'cleanup', everyMs: MINUTE };
    await leases().claim(job);
    now.move(-60 * MINUTE);
    expect(await leases().claim(job)).toEqual({ waitMs: MINUTE });
    now.move(MINUTE);
    expect(await leases().claim(job)).toHaveProperty('finish');
  });

  test('that is due first after a delay waits for it once in the installation', async () => {
    const run = vi.fn(async () => {});
    const two = processes(2, run, { everyMs: MINUTE, firstMs: 20_000 });
    await two.idle();
    expect(run).not.toHaveBeenCalled();
    two.move(20_000);
    await expect.poll(() => run).toHaveBeenCalledTimes(1);
    await two.idle();
    await two.close();
  });

  test('goes on after the database was away, also where that was at its end', async () => {
    const held = leases();
    let away = true;
    const failing: JobLeases = {
      claim: async job => {
        const claim = await held.claim(job);
        if ('waitMs' in claim) return claim;
        const finish = async () => {
          if (away) throw new Error('no database');
          return claim.finish();
        };
        return { ...claim, finish };
      },
    };
    const run = vi.fn(async () => {});
    const { scheduler, warned, time } = start([{ name: 'cleanup', everyMs: MINUTE, scope, run }], failing);
    await expect.poll(() => time.waits()).toEqual([10_000]);
    away = false;
    time.move(10_000);
    await expect.poll(() => time.waits()).toEqual([MINUTE]);
    expect(run).toHaveBeenCalledTimes(1);
    expect(warned).toMatchObject([{ job: 'cleanup' }]);
    await scheduler.close();
  });

  test('that fails is remembered with its first failure, until it ends well', async () => {
    let fails = true;
    const run = vi.fn(async () => {
      if (fails) throw new Error('the disk is full');
    });
    const failingSince = async () => {
      const { failing_since: since } = await database.db
        .selectFrom('job_leases')
        .select('failing_since')
        .executeTakeFirstOrThrow();
      return since?.getTime() ?? null;
    };
    const first = now();
    const one = processes(1, run);
    await one.idle();
    expect(await failingSince()).toBe(first);
    one.move(MINUTE);
    await expect.poll(() => run).toHaveBeenCalledTimes(2);
    await one.idle();
    expect(await failingSince()).toBe(first);
    fails = false;
    one.move(MINUTE);
    await expect.poll(() => run).toHaveBeenCalledTimes(3);
    await one.idle();
    expect(await failingSince()).toBeNull();
    await one.close();
  });
});
