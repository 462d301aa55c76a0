/** Several processes that load one log into a store without transactions, and die at any step. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { newEvent } from '../../features/usage/testing/batches.ts';
import { MemoryLog } from '../../features/usage/testing/memory-log.ts';
import { type EventLog, type LogPartition, LogRestored, markOf } from '../log/event-log.ts';
import { BatchRanges } from '../../engines/cluster/partitions/batch-ranges.ts';
import { leasedShare } from '../../engines/cluster/partitions/partition-owner.ts';
import { dataRecord } from '../record/record.ts';
import type { Batch } from '../store/event-store.ts';
import { Loaders } from './loaders.ts';
import type { Share } from './share.ts';

const now = heldClock();
const LEASE = 1_500;
const PARTITIONS = 3;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
beforeEach(() => database.truncate());

const meta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false } as const;
const quiet = { info: () => {}, warn: () => {} };

/** A log and a store that outlive the processes. The store recognises a block by its range alone, not an event by its id. */
const world = () => {
  const log = new MemoryLog(Number.POSITIVE_INFINITY, PARTITIONS);
  const blocks = new Map<string, readonly string[]>();
  const ranges = new BatchRanges(database.db);
  let reported = 0;
  const report = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const body = [newEvent({ e: `${reported}` })];
      await log.append([dataRecord(now(), { meta, ext: [{}], body })], `device ${reported++}`);
    }
  };
  const stored = () => [...blocks.values()].flat().map(Number);
  const all = () => Array.from({ length: reported }, (_, n) => n);

  /** @param diesAt the step after which this process does nothing any more; absent: it lives */
  const start = (
    diesAt = Number.POSITIVE_INFINITY,
    {
      share,
      position = () => {},
      identity = () => {},
      connected = async () => {},
      error = () => {},
      loses = () => undefined,
    }: {
      share?: Share;
      position?: () => void;
      identity?: () => void;
      connected?: () => Promise<void>;
      error?: (context: { readonly err: unknown }) => void;
      /** After a step was committed: the error that comes in place of its answer. */
      loses?: (step: 'begin' | 'finish') => Error | undefined;
    } = {},
  ) => {
    let steps = 0;
    let died = () => {};
    const dead = new Promise<void>(resolve => (died = resolve));
    const never = new Promise<never>(() => {});
    /** A step of this process; none follows its death. */
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      if (steps >= diesAt) return never;
      const result = await work();
      steps += 1;
      if (steps < diesAt) return result;
      died();
      return never;
    };
    const partition = (number: number): LogPartition => {
      const own = log.partition(number);
      return {
        identity: own.identity,
        rereadFrom: (...given) => own.rereadFrom(...given),
        read: (...given) => own.read(...given),
        bytesAfter: from => own.bytesAfter(from),
        end: () => own.end(),
        roll: () => own.roll(),
        release: (...given) => step(() => own.release(...given)),
        onAppend: wake => own.onAppend(wake),
        stopReading: () => own.stopReading(),
      };
    };
    const answer = <T>(name: 'begin' | 'finish', result: T): T => {
      const lost = loses(name);
      if (lost) throw lost;
      return result;
    };
    const load = async (batch: Batch): Promise<number> => {
      const token = await step(() => ranges.begin(batch));
      if (!answer('begin', token)) return 0;
      await step(async () => {
        const block = `${batch.partition}:${batch.from}:${batch.to}`;
        if (!blocks.has(block))
          blocks.set(
            block,
            batch.events.map(({ key }) => key),
          );
      });
      await step(() => ranges.finish(batch));
      return answer('finish', 0);
    };
    const logger = { ...quiet, error } as never;
    // A dead process waits for ever, so its leases end.
    const pause = async (ms: number, signal: AbortSignal) => {
      if (steps >= diesAt) return never;
      // Events are not gathered: each batch is what is there.
      await setTimeout(ms === 2_000 ? 1 : Math.min(ms, LEASE / 3), undefined, { signal }).catch(
        () => undefined,
      );
      if (steps >= diesAt) await never;
    };
    const loaders = new Loaders({
      log: {
        identity: () => {
          identity();
          return log.identity();
        },
        connected,
        partitions: PARTITIONS,
        partition,
      } as unknown as EventLog,
      share: share ?? leasedShare({ db: database.db, log: logger, pause, leaseMs: LEASE }),
      store: {
        position: (number, of) => {
          position();
          return step(() => ranges.position(number, of));
        },
        load,
        loadPart: async () => 0,
        check: async () => {},
        moveTo: (...given) => ranges.moveTo(...given),
        products: async () => ['school'],
      },
      consents: { record: async () => {}, permitted: async events => events },
      quarantine: { add: async () => 0 },
      productNames: { know: () => {}, admitted: async products => products },
      now,
      busy: () => false,
      logger,
      pause,
    });
    return { loaders, dead };
  };
  return { log, report, stored, all, start };
};
const ends = (log: MemoryLog) => markOf(log, partition => partition.end());
const soon = { interval: 20 };
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

describe('loaders of several processes', () => {
  test('load everything once, whichever step a process dies at', async () => {
    const { report, stored, all, start, log } = world();
    // Steps of a first batch of three partitions: position, begin, insert, finish, release of each.
    for (let diesAt = 1; diesAt <= 15; diesAt += 2) {
      const doomed = start(diesAt);
      await report(6);
      await doomed.dead;
      // A process that lives on takes over, while more comes in.
      const heir = start();
      await report(6);
      await expect.poll(() => sorted(stored()), soon).toEqual(all());
      await expect.poll(() => log.bytes(), soon).toBe(0);
      await heir.loaders.close();
    }
  });

  test.each(['begin', 'finish'] as const)(
    'go on with exactly the range whose %s was committed and not answered, whatever came in meanwhile',
    async lost => {
      const { report, stored, all, start, log } = world();
      const errors: unknown[] = [];
      const reports: Promise<void>[] = [];
      const ended = new Error('the connection ended');
      const { loaders } = start(Number.POSITIVE_INFINITY, {
        share: 'all',
        loses: step => {
          if (step !== lost || reports.length === PARTITIONS) return undefined;
          reports.push(report(6));
          return ended;
        },
        error: ({ err }) => void errors.push(err),
      });
      await report(6);
      await expect.poll(() => reports.length, soon).toBe(PARTITIONS);
      await Promise.all(reports);
      await expect.poll(() => sorted(stored()), soon).toEqual(all());
      await expect.poll(() => log.bytes(), soon).toBe(0);
      await loaders.close();
      expect(errors).toEqual([ended, ended, ended]);
    },
  );

  test('share the partitions of one log, and tell when others have loaded', async () => {
    const { report, stored, all, start, log } = world();
    const one = start();
    const other = start();
    await expect
      .poll(() => one.loaders.partitions.length + other.loaders.partitions.length, soon)
      .toBe(PARTITIONS);
    await expect
      .poll(() => Math.min(one.loaders.partitions.length, other.loaders.partitions.length), soon)
      .toBe(1);
    await report(30);
    await one.loaders.reached(await ends(log), new AbortController().signal);
    expect(sorted(stored())).toEqual(all());
    await one.loaders.close();
    await other.loaders.close();
  });

  test('wait for a log that is not there yet, and complain of nothing', async () => {
    const { report, stored, all, start } = world();
    await report(6);
    const errors: string[] = [];
    const error = () => void errors.push('error');
    // One that is closed before it was there.
    const never = start(Number.POSITIVE_INFINITY, { connected: () => new Promise(() => {}), error });
    await never.loaders.close();
    let connect = () => {};
    const connected = new Promise<void>(resolve => (connect = resolve));
    const { loaders } = start(Number.POSITIVE_INFINITY, { connected: () => connected, error });
    connect();
    await expect.poll(() => sorted(stored()), soon).toEqual(all());
    await loaders.close();
    expect(errors).toEqual([]);
  });

  test('are waited for by few questions, and no longer than the log is the same or the caller waits', async () => {
    const { report, log, start } = world();
    await report(6);
    const mark = await ends(log);
    let [positions, identities] = [0, 0];
    const { loaders } = start(Number.POSITIVE_INFINITY, {
      share: 'none',
      position: () => (positions += 1),
      identity: () => (identities += 1),
    });
    const caller = new AbortController();
    const left = loaders.reached(mark, caller.signal);
    await expect.poll(() => identities, soon).toBe(3);
    // One question to each engine at a look, however many partitions there are.
    expect(positions).toBeLessThanOrEqual(identities + 1);
    caller.abort(new Error('no longer'));
    await expect(left).rejects.toThrow('no longer');
    const asked = positions;
    const other = loaders.reached(mark, new AbortController().signal);
    log.name = 'made anew';
    await expect(other).rejects.toThrow(LogRestored);
    expect(positions).toBeLessThanOrEqual(asked + 2);
    await loaders.close();
  });
});
