import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { LEASE, RENEW_EVERY } from '../../../platform/jobs/job-leases.ts';
import { refusalOf } from '../../accounts/testing.ts';
import { heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import { openSegmentLog } from '../../../engines/embedded/log/segment-log.ts';
import { CLEARED_WITHIN } from '../../../events/store/event-store.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { newId } from '../testing/batches.ts';
import { readAll } from '../testing/event-log.suite.ts';
import { MemoryLog } from '../testing/memory-log.ts';
import { FolderExports } from './folder-exports.ts';
import { jobAnswer, JobRequests } from './job-requests.ts';
import { type Job, Jobs, JobTaken, KEPT } from './jobs.ts';
import { STOPPED_WITHIN } from '../../../platform/jobs/stopped-within.ts';
import { clearErased, JobRunner, type RunnerOptions, tidyJobs } from './runner.ts';

let database: TestDatabase;
let folder: string;
const now = heldClock();
const account = '00000000-0000-4000-8000-000000000001';
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rollcall-jobs-'));
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => database.truncate());

const events = Array.from(
  { length: 2500 },
  (_, n) => ({ id: newId(now() - 3_000_000 + n * 1000), key: `k${n}` }) as StoredEvent,
);

/** A runner over a store of 2500 events; `at` is called before each page. */
const world = (at: (page: number) => Promise<void> | void = () => {}, parts: Partial<RunnerOptions> = {}) => {
  const jobs = new Jobs(database.db, now);
  const requests = new JobRequests(database.db, now);
  const own = join(folder, newId());
  const files = new FolderExports(own);
  const erased: unknown[] = [];
  const told: string[] = [];
  const logged: string[] = [];
  let page = 0;
  const open = () =>
    new JobRunner({
      jobs,
      files,
      log: new MemoryLog(),
      store: {
        eventsOf: async (_, after, limit) => {
          await at(++page);
          const from = after === undefined ? 0 : events.findIndex(({ id }) => id === after) + 1;
          return events.slice(from, from + limit);
        },
        erase: async subject => {
          await at(++page);
          erased.push(subject);
          return 7;
        },
      },
      loaders: { reached: async () => {} },
      quarantine: { erase: async () => 0 },
      consents: { historyOf: async () => [], erase: async () => {} },
      tellAgain: async user => void told.push(user),
      now,
      logger: { info: () => {}, error: (_: unknown, text?: string) => void logged.push(text ?? '') } as never,
      pause: (_, signal) =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => resolve());
          if (signal.aborted) resolve();
        }),
      ...parts,
    });
  const until = async (id: string, over: (job: Job) => boolean): Promise<Job> => {
    for (;;) {
      const job = await requests.find(id, account);
      if (over(job)) return job;
    }
  };
  return { jobs, requests, files, own, open, erased, told, logged, until };
};
const keysIn = (content: Buffer) =>
  gunzipSync(content)
    .toString()
    .trim()
    .split('\n')
    .flatMap(line => (JSON.parse(line) as { event?: { key: string } }).event?.key ?? []);
const all = events.map(({ key }) => key);

describe('an export job', () => {
  test('that was interrupted at any page resumes there, and has every event once', async () => {
    for (const interrupted of [1, 2, 3, 4]) {
      const { requests, open, own, until } = world(page => {
        if (page === interrupted) throw new Error('killed here');
      });
      const { id } = await requests.request('export', account);
      const first = open();
      await until(id, job => job.state === 'waiting' && job.tries === 1);
      await first.close();
      // What the killed process wrote behind its last step.
      const part = join(own, `${id}.part`);
      const { bytes } = await requests.find(id, account);
      await writeFile(
        part,
        Buffer.concat([(await readFile(part)).subarray(0, bytes), Buffer.from('half a page')]),
      );
      now.move(10_000);
      const second = open();
      const done = await until(id, job => job.state === 'done');
      await second.close();
      expect(done).toMatchObject({ share: 1, events: 2500 });
      const file = await readFile(join(own, `${id}.ndjson.gz`));
      expect(file).toHaveLength(done.bytes);
      expect(keysIn(file)).toEqual(all);
    }
  });

  test('starts again if its first part is gone', async () => {
    const { requests, open, own, until } = world(page => {
      if (page === 2) throw new Error('killed here');
    });
    const { id } = await requests.request('export', account);
    const first = open();
    await until(id, job => job.state === 'waiting' && job.tries === 1);
    await first.close();
    await rm(own, { recursive: true });
    now.move(10_000);
    const second = open();
    await until(id, job => job.state === 'done');
    await second.close();
    expect(keysIn(await readFile(join(own, `${id}.ndjson.gz`)))).toEqual(all);
  });

  test('reports its progress, and leaves nothing if it is cancelled', async () => {
    let cancel = async () => {};
    const shares: number[] = [];
    const { requests, open, own, until } = world(async page => {
      if (page === 2) await cancel();
    });
    const { id } = await requests.request('export', account);
    cancel = async () => {
      const job = await requests.cancel(id, account);
      shares.push(job.share);
      expect(job.state).toBe('running');
    };
    const runner = open();
    const over = await until(id, job => job.state === 'cancelled');
    await runner.close();
    expect(shares[0]).toBeGreaterThan(0.1);
    expect(shares[0]).toBeLessThan(0.9);
    expect(over.finished_at).not.toBeNull();
    expect(await readdir(own)).toEqual([]);
    expect((await requests.cancel(id, account)).state).toBe('cancelled');
  });

  test('can be downloaded for seven days', async () => {
    const { jobs, requests, open, files, until } = world();
    const { id } = await requests.request('export', account);
    const runner = open();
    await until(id, job => job.state === 'done');
    const before = await files.read(id);
    before?.stream.destroy();
    expect(before?.bytes).toBeGreaterThan(0);
    await runner.close();
    now.move(KEPT - 1);
    await tidyJobs({ jobs, files });
    expect((await requests.find(id)).state).toBe('done');
    now.move(1);
    await tidyJobs({ jobs, files });
    expect((await requests.find(id)).state).toBe('expired');
    expect(await files.read(id)).toBeUndefined();
  });

  test('expires in one run with all others that are due', async () => {
    const { jobs, files } = world();
    const due = new Date(now());
    const made = await database.db
      .insertInto('usage_jobs')
      .values(
        Array.from({ length: 101 }, () => ({
          id: randomUUID(),
          kind: 'export' as const,
          subject_kind: 'user' as const,
          subject: randomUUID(),
          account_id: null,
          asked_by: 'operator' as const,
          state: 'done' as const,
          not_before: due,
          created_at: due,
          finished_at: due,
          expires_at: due,
        })),
      )
      .returning('id')
      .execute();
    await tidyJobs({ jobs, files });
    const ids = made.map(({ id }) => id);
    const left = await database.db
      .selectFrom('usage_jobs')
      .select('state')
      .distinct()
      .where('id', 'in', ids)
      .execute();
    expect(left).toEqual([{ state: 'expired' }]);
  });

  test('is retried after growing waits without end', async () => {
    const { requests, open, logged, until } = world(() => {
      throw new Error('the store is not there');
    });
    const { id } = await requests.request('export', account);
    const runner = open();
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      const job = await until(
        id,
        ({ state, not_before }) => state === 'waiting' && not_before.getTime() > now(),
      );
      expect(job.not_before.getTime() - now()).toBe(seconds * 1000);
      now.set(job.not_before.getTime());
      runner.wake();
    }
    expect(new Set(logged)).toEqual(new Set(['a job failed']));
    await runner.close();
  });
});

describe('of several processes', () => {
  const clock = () => sql<Date>`${new Date(now())}::timestamptz`;
  const process = () => new Jobs(database.db, now, clock);
  const requests = () => new JobRequests(database.db, now);

  test('each claims jobs of its own', async () => {
    const all = [process(), process(), process()] as const;
    for (const [kind, person] of [
      ['export', account],
      ['erasure', '00000000-0000-4000-8000-000000000002'],
    ] as const)
      await requests().request(kind, person);
    const taken = await Promise.all(all.map(jobs => jobs.take()));
    expect(taken.flatMap(job => job?.kind ?? []).sort()).toEqual(['erasure', 'export']);
  });

  test('of one subject one job runs at a time: an erasure removes what an export writes', async () => {
    const [first, other] = [process(), process()];
    const ids: string[] = [];
    for (const kind of ['export', 'erasure'] as const) ids.push((await requests().request(kind, account)).id);
    const [taken, ...none] = [await first.take(), await other.take(), await first.take(['erasure'])];
    expect(none).toEqual([undefined, undefined]);
    await first.finish(taken?.id ?? '', 'done');
    expect((await other.take())?.id).toBe(ids.find(id => id !== taken?.id));
  });

  test('one takes over the job of another that died, when its lease ends and not before', async () => {
    const [dead, other] = [process(), process()];
    const { id } = await requests().request('export', account);
    expect(await dead.take()).toMatchObject({ id, tries: 1 });
    now.move(LEASE - 1);
    expect(await other.take()).toBeUndefined();
    now.move(1);
    expect(await other.take()).toMatchObject({ id, tries: 2 });
    // The one that was thought dead changes nothing any more.
    await expect(dead.step(id, { events: 7 })).rejects.toThrow(JobTaken);
    await dead.finish(id, 'done');
    await dead.putOff(id, 1000);
    await dead.release();
    expect(await dead.renew(id)).toBe(false);
    expect(await requests().find(id)).toMatchObject({ state: 'running', events: 0 });
    expect(await other.renew(id)).toBe(true);
  });

  test('one that stops gives up its job at once', async () => {
    const [first, other] = [process(), process()];
    const { id } = await requests().request('export', account);
    await first.take();
    await first.release();
    expect(await other.take()).toMatchObject({ id, tries: 2 });
  });

  test('one that stops while it claims a job gives that up too', async () => {
    const jobs = process();
    const claim = jobs.take.bind(jobs);
    let goOn = () => {};
    const held = new Promise<void>(resolve => (goOn = resolve));
    vi.spyOn(jobs, 'take').mockImplementation(kinds => held.then(() => claim(kinds)));
    const { open } = world(undefined, {
      jobs,
      pause: (ms, signal) =>
        ms === STOPPED_WITHIN || signal.aborted
          ? Promise.resolve()
          : new Promise(resolve => signal.addEventListener('abort', () => resolve())),
    });
    const other = process();
    const { id } = await requests().request('erasure', account);
    const stopped = open().close();
    goOn();
    await stopped;
    expect(await other.take()).toMatchObject({ id, tries: 2 });
  });

  test('one that stops in a step that takes long waits for it a while, and another goes on at once', async () => {
    let goOn = () => {};
    const stepping = new Promise<void>(resolve => (goOn = resolve));
    let begin = () => {};
    const begun = new Promise<void>(resolve => (begin = resolve));
    const pauses = new Map<number, () => void>();
    const step = () => {
      begin();
      return stepping;
    };
    const { open, until, logged } = world(step, {
      jobs: process(),
      pause: (ms, signal) =>
        new Promise(resolve => {
          pauses.set(ms, resolve);
          signal.addEventListener('abort', () => resolve());
          if (signal.aborted) resolve();
        }),
    });
    const other = process();
    const { id } = await requests().request('erasure', account);
    const runner = open();
    await begun;
    const stopped = runner.close();
    expect(await other.take()).toBeUndefined();
    pauses.get(STOPPED_WITHIN)?.();
    await stopped;
    expect(await other.take()).toMatchObject({ id, tries: 2 });
    // What the step did is of no consequence any more.
    goOn();
    await other.finish(id, 'done');
    expect(await until(id, job => job.state === 'done')).toMatchObject({ tries: 2 });
    expect(logged).toEqual([]);
  });

  test('one whose step takes long renews its lease', async () => {
    let turn = () => {};
    let goOn = () => {};
    const stepping = new Promise<void>(resolve => (goOn = resolve));
    const { open, until } = world(() => stepping, {
      jobs: process(),
      pause: (ms, signal) =>
        new Promise(resolve => {
          if (ms === RENEW_EVERY) turn = resolve;
          signal.addEventListener('abort', () => resolve());
          if (signal.aborted) resolve();
        }),
    });
    const other = process();
    const { id } = await requests().request('erasure', account);
    const runner = open();
    await until(id, job => job.share === 0.6);
    for (let renewed = 0; renewed < 5; renewed += 1) {
      now.move(RENEW_EVERY);
      turn();
      await expect.poll(async () => (await requests().find(id)).leased_until?.getTime()).toBe(now() + LEASE);
      expect(await other.take()).toBeUndefined();
    }
    goOn();
    expect(await until(id, job => job.state === 'done')).toMatchObject({ tries: 1, owner: null });
    await runner.close();
  });
});

describe('export and erasure jobs', () => {
  test('that wait are cancelled at once, and only by their owner', async () => {
    const { jobs, requests } = world();
    const { id } = await requests.request('erasure', account);
    const other = '00000000-0000-4000-8000-000000000002';
    expect(await refusalOf(requests.cancel(id, other))).toMatchObject({ refusal: 'NotFound' });
    expect((await requests.cancel(id, account)).state).toBe('cancelled');
    expect(await jobs.take()).toBeUndefined();
    expect(await requests.list(other)).toEqual([]);
  });

  test('are one job if requested at the same time, and five of a kind a day at most', async () => {
    const { requests } = world();
    const requested = await Promise.all(Array.from({ length: 8 }, () => requests.request('export', account)));
    expect(new Set(requested.map(({ id }) => id)).size).toBe(1);
    for (let n = 0; n < 5; n++) {
      const { id } = await requests.request('export', account);
      await requests.cancel(id, account);
    }
    expect(await refusalOf(requests.request('export', account))).toMatchObject({
      refusal: 'TooManyAttempts',
    });
    expect((await requests.request('erasure', account)).kind).toBe('erasure');
    now.move(24 * 3600 * 1000);
    expect((await requests.request('export', account)).state).toBe('waiting');
  });

  test('of an erasure end once the store has erased', async () => {
    const { requests, open, erased, told, until } = world();
    const { id } = await requests.request('erasure', account);
    const runner = open();
    expect(await until(id, job => job.state === 'done')).toMatchObject({ events: 7, share: 1 });
    await runner.close();
    expect(erased).toEqual([{ user: account }]);
    // The account goes on: the store may know of it again.
    expect(told).toEqual([account]);
  });

  test('of an erasure that is done say by when the disk is cleared, and that it is, once the store has cleared it', async () => {
    const { jobs, requests, open, until } = world();
    const { id } = await requests.request('erasure', account);
    const runner = open();
    const { finished_at: finished } = await until(id, job => job.state === 'done');
    await runner.close();
    const ended = finished?.getTime() ?? 0;
    const said = async () => {
      const { clear_by, cleared_at } = jobAnswer(await requests.find(id));
      return { clear_by, cleared_at };
    };
    const clear_by = ended + CLEARED_WITHIN;
    now.move(60_000);
    // What was erased since then is still there.
    await clearErased(jobs, { clear: async () => ended });
    expect(await said()).toEqual({ clear_by, cleared_at: null });
    expect(await jobs.unclearedFor()).toBe(60);
    await expect(clearErased(jobs, { clear: () => Promise.reject(new Error('no room')) })).rejects.toThrow(
      'no room',
    );
    expect(await said()).toEqual({ clear_by, cleared_at: null });
    // Its days are in the files of the night before still.
    await clearErased(jobs, { clear: async () => now() }, { clearedTo: async () => ended });
    expect(await said()).toEqual({ clear_by, cleared_at: null });
    await clearErased(jobs, { clear: async () => ended + 1 }, { clearedTo: async () => now() });
    expect(await said()).toEqual({ clear_by, cleared_at: now() });
    expect(await jobs.unclearedFor()).toBe(0);
    now.move(60_000);
    await clearErased(jobs, { clear: async () => now() });
    expect(await said()).toEqual({ clear_by, cleared_at: now() - 60_000 });
  });

  test('of erasures run at once, and wait for the loader together; exports run one after the other', async () => {
    const asked: string[] = [];
    let share = () => {};
    const all = new Promise<void>(resolve => (share = resolve));
    const exporting = { now: 0, most: 0 };
    const { requests, open } = world(undefined, {
      store: {
        eventsOf: async () => {
          exporting.most = Math.max(exporting.most, ++exporting.now);
          await all;
          exporting.now -= 1;
          return [];
        },
        erase: async subject => {
          asked.push('user' in subject ? subject.user : subject.device);
          // None ends before the last one has come.
          if (asked.length === 5) share();
          await all;
          return 1;
        },
      },
    });
    const peopleFrom = (first: number) =>
      Array.from({ length: 5 }, (_, n) => `00000000-0000-4000-8000-000000000${first + n}`);
    const people = peopleFrom(100);
    const ids: string[] = [];
    for (const person of people) ids.push((await requests.request('erasure', person)).id);
    for (const person of peopleFrom(200)) ids.push((await requests.request('export', person)).id);
    const runner = open();
    const states = () => Promise.all(ids.map(id => requests.find(id).then(({ state }) => state)));
    await expect.poll(states).toEqual(ids.map(() => 'done'));
    await runner.close();
    expect(asked.toSorted()).toEqual(people);
    expect(exporting).toEqual({ now: 0, most: 1 });
  });

  test('of two erasures that are interrupted at any step resume until no file has a byte of the subjects', async () => {
    for (let step = 0, interrupted = true; interrupted; step += 1) {
      interrupted = false;
      let left = step;
      /** Calls `work`; the call after `step` others fails behind it. */
      const at = async <T>(work: () => Promise<T>): Promise<T> => {
        const result = await work();
        if (left-- !== 0) return result;
        interrupted = true;
        throw new Error('killed here');
      };
      const own = join(folder, newId());
      const log = await openSegmentLog({
        folder: own,
        diskBytes: 1 << 20,
        segmentBytes: 128,
        log: { warn: () => {}, error: () => {} } as never,
      });
      const reading = createSerialQueue();
      const report = (subject: string) => log.append([Buffer.from(`of ${subject}`)]);
      const stored: string[] = [];
      let loaded = 0;
      const other = '00000000-0000-4000-8000-000000000002';
      const third = '00000000-0000-4000-8000-000000000003';
      for (const subject of [account, third, other, account]) await report(subject);
      const { requests, open } = world(undefined, {
        log: {
          identity: () => log.identity(),
          partitions: 1,
          partition: () => ({
            rereadFrom: (...given) => log.rereadFrom(...given),
            identity: () => log.identity(),
            read: log.read.bind(log),
            bytesAfter: log.bytesAfter.bind(log),
            end: () => log.end(),
            roll: () => at(() => log.roll()),
            release: before => at(() => log.release(before)),
            onAppend: wake => log.onAppend(wake),
            stopReading: () => log.stopReading(),
          }),
        },
        loaders: {
          reached: ({ offsets: [to = 0] }) =>
            at(() =>
              reading.run(async () => {
                stored.push(...(await readAll(log, loaded)));
                loaded = Math.max(loaded, to);
              }),
            ),
        },
        store: {
          eventsOf: async () => [],
          erase: async subject => {
            const theirs = stored.filter(text => 'user' in subject && text.endsWith(subject.user));
            for (const text of theirs) stored.splice(stored.indexOf(text), 1);
            return theirs.length;
          },
        },
        quarantine: { erase: () => at(async () => 0) },
        consents: { historyOf: async () => [], erase: () => at(async () => {}) },
      });
      const requested = [
        await requests.request('erasure', account),
        await requests.request('erasure', other),
      ];
      const runner = open();
      const counts = await Promise.all(
        requested.map(async ({ id, account_id }) => {
          for (;;) {
            const job = await requests.find(id, account_id ?? undefined);
            if (job.state === 'done') return job.events;
            if (job.not_before.getTime() > now()) {
              now.set(job.not_before.getTime());
              runner.wake();
            }
          }
        }),
      );
      await runner.close();
      expect(counts, `step ${step}`).toEqual([2, 1]);
      expect(stored).toEqual([`of ${third}`]);
      await report(account);
      const names = (await readdir(own)).filter(name => name.endsWith('.log'));
      const content = Buffer.concat(await Promise.all(names.map(name => readFile(join(own, name)))));
      // The log has the later record alone.
      expect(content.toString('latin1').match(/of [-\da-f]+/g)).toEqual([`of ${account}`]);
      await log.close();
      await database.truncate();
    }
  });
});
