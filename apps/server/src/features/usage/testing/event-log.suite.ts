/** For tests: what every event log does. */
import { describe, expect, test } from 'vitest';
import {
  type EventLog,
  LogFull,
  type LogPartition,
  LogRestored,
  LONGEST_RECORD,
  type Offset,
  ofPartitions,
  partitionOf,
} from '../../../events/log/event-log.ts';

export interface LogUnderTest {
  readonly log: EventLog;
  close(): Promise<void>;
}

const texts = (records: readonly { bytes: Buffer }[]) => records.map(({ bytes }) => bytes.toString());
const buffers = (...all: string[]) => all.map(text => Buffer.from(text));

/** Everything of a partition from `from` on, once what was acknowledged can be read. */
export const readAll = async (
  partition: LogPartition,
  from: Offset = 0,
  limit = 1 << 20,
): Promise<string[]> => {
  const found: string[] = [];
  const end = await partition.end();
  for (let at = from; at < end; ) {
    const { records, next } = await partition.read(at, limit);
    found.push(...texts(records));
    if (next > at) at = next;
    // A log whose records come over a network has them soon.
    else if ((await partition.bytesAfter(at)) === 0 && !(await arrives(partition, at))) break;
  }
  return found;
};

/** Waits until there is something to read at an offset. @returns false if nothing of the partition is left */
const arrives = async (partition: LogPartition, at: Offset): Promise<boolean> => {
  const woken = new Promise<void>(resolve => {
    const stop = partition.onAppend(() => {
      stop();
      resolve();
    });
  });
  const left = await partition.end();
  if (left <= at) return false;
  if ((await partition.bytesAfter(at)) > 0) return true;
  if (partition.constructor.name !== 'JetStreamPartition') return false;
  await woken;
  return true;
};

/** @param open an empty log that has room for `diskBytes` bytes at least, and not for twice as many */
export const eventLogSuite = (name: string, open: (diskBytes: number) => Promise<LogUnderTest>): void => {
  describe(`an event log: ${name}`, () => {
    const key = 'device';
    const within = async (
      work: (log: EventLog, partition: LogPartition) => Promise<void>,
      diskBytes = 1 << 24,
    ): Promise<void> => {
      const { log, close } = await open(diskBytes);
      try {
        await work(log, log.partition(partitionOf(key, log.partitions)));
      } finally {
        await close();
      }
    };

    test('reads what was appended, in order, from any offset that it returned', () =>
      within(async (log, partition) => {
        expect(await partition.read(0, 100)).toEqual({ records: [], next: 0 });
        expect(await partition.bytesAfter(0)).toBe(0);
        const next = await log.append(buffers('a', 'b'), key);
        await log.append(buffers('c'), key);
        expect(await readAll(partition)).toEqual(['a', 'b', 'c']);
        expect(await readAll(partition, next)).toEqual(['c']);
        expect(await readAll(partition, await partition.end())).toEqual([]);
        expect(await log.bytes()).toBeGreaterThan(2);
      }));

    test('accepts concurrent appends, each whole, and reads them in pages', () =>
      within(async (log, partition) => {
        const sent = Array.from({ length: 200 }, (_, n) => [`${n}.0`, `${n}.1`, `${n}.2`.padEnd(n, '-')]);
        const ends = await Promise.all(sent.map(one => log.append(buffers(...one), key)));
        const ordered = ends.map((end, n) => ({ end, n })).sort((a, b) => a.end - b.end);
        const expected = ordered.map(({ n }) => sent[n] ?? []);
        expect(await readAll(partition, 0, 300)).toEqual(expected.flat());
        expect(await readAll(partition, ordered[99]?.end, 1)).toEqual(expected.slice(100).flat());
      }));

    test('reads exactly the range of a batch, whatever the limit', () =>
      within(async (log, partition) => {
        const sent = Array.from({ length: 40 }, (_, n) => `${n}`.padEnd(60, '.'));
        const ends: Offset[] = [];
        for (const text of sent) ends.push(await log.append(buffers(text), key));
        for (const [from, to] of [
          [0, ends[0]],
          [0, ends[39]],
          [ends[4], ends[21]],
          [ends[38], ends[39]],
        ] as [Offset, Offset][]) {
          const { records, next } = await partition.read(from, 1, to);
          expect(next).toBe(to);
          const first = from === 0 ? 0 : ends.indexOf(from) + 1;
          expect(texts(records)).toEqual(sent.slice(first, ends.indexOf(to) + 1));
        }
      }));

    test('says that it was restored to an offset beyond it', () =>
      within(async (log, partition) => {
        const end = await log.append(buffers('a'), key);
        await expect(partition.read(end + 1, 100)).rejects.toThrow(LogRestored);
        await expect(partition.bytesAfter(end + 1)).rejects.toThrow(LogRestored);
        await expect(partition.read(0, 100, end + 1)).rejects.toThrow(LogRestored);
      }));

    test('has all that was read of it, and says where to read again what ends before it', () =>
      within(async (log, partition) => {
        expect(await partition.rereadFrom(0, 0)).toBeUndefined();
        await log.append(buffers('a'), key);
        const end = await log.append(buffers('b'), key);
        expect(await partition.rereadFrom(0, end)).toBeUndefined();
        expect(await partition.rereadFrom(0, end + 1)).toBe(0);
        await partition.release(end);
        expect(await partition.rereadFrom(end, end)).toBeUndefined();
      }));

    test('wakes who waits for an append, and who stopped waiting no more', () =>
      within(async (log, partition) => {
        let [kept, stopped] = [0, 0];
        const stop = partition.onAppend(() => (stopped += 1));
        stop();
        await new Promise<void>((resolve, reject) => {
          partition.onAppend(() => {
            kept += 1;
            resolve();
          });
          partition
            .bytesAfter(0)
            .then(() => log.append(buffers('a'), key))
            .catch(reject);
        });
        expect([kept > 0, stopped]).toEqual([true, 0]);
      }));

    test('keeps what has one key in one partition, and every key in some partition', () =>
      within(async log => {
        const keys = Array.from({ length: 100 }, (_, n) => `key ${n}`);
        for (const round of [1, 2])
          await Promise.all(keys.map(key => log.append(buffers(`${key} ${round}`), key)));
        const all = await ofPartitions(log, partition => readAll(partition));
        expect(all.flat()).toHaveLength(200);
        for (const [number, found] of all.entries()) {
          const here = keys.filter(key => partitionOf(key, log.partitions) === number);
          const rounds = (round: number) => found.filter(text => text.endsWith(` ${round}`));
          for (const round of [1, 2])
            expect(rounds(round).sort()).toEqual(here.map(key => `${key} ${round}`).sort());
          expect(found.slice(0, here.length).every(text => text.endsWith(' 1'))).toBe(true);
        }
        expect(() => log.partition(log.partitions)).toThrow(RangeError);
      }));

    test('refuses records that do not fit, keeps nothing of them, and accepts records that fit again', () =>
      within(async (log, partition) => {
        const large = Buffer.alloc(4000, 'x');
        await log.append([large], key);
        const refused = await Promise.allSettled([
          log.append(
            Array.from({ length: 5 }, () => large),
            key,
          ),
          log.append([Buffer.from('small')], key),
        ]);
        expect(refused[0]).toMatchObject({ status: 'rejected', reason: expect.any(LogFull) });
        expect(refused[1]?.status).toBe('fulfilled');
        expect(await readAll(partition)).toEqual([large.toString(), 'small']);
      }, 10_000));

    test('refuses an empty batch and a record that is too long', () =>
      within(async (log, partition) => {
        await expect(log.append([], key)).rejects.toThrow(RangeError);
        if (log.constructor.name === 'MemoryLog') return;
        await expect(log.append([Buffer.alloc(LONGEST_RECORD + 1)], key)).rejects.toThrow(RangeError);
        expect(await readAll(partition)).toEqual([]);
      }));

    test('keeps every record that was not released', () =>
      within(async (log, partition) => {
        const next = await log.append(buffers('old'), key);
        await log.append(buffers('new'), key);
        await partition.release(next);
        expect((await readAll(partition)).at(-1)).toBe('new');
        expect(await readAll(partition, next)).toEqual(['new']);
      }));

    test('is read on after who read it stopped', () =>
      within(async (log, partition) => {
        const next = await log.append(buffers('first'), key);
        expect(await readAll(partition)).toEqual(['first']);
        partition.stopReading();
        await log.append(buffers('second'), key);
        expect(await readAll(partition, next)).toEqual(['second']);
        partition.stopReading();
        expect(await readAll(partition)).toEqual(['first', 'second']);
      }));

    test('removes every record before a roll, and none after it', () =>
      within(async (log, partition) => {
        expect(await partition.roll()).toBe(0);
        await log.append(buffers('lose', 'lose'), key);
        await log.append(buffers('lose'), key);
        const offset = await partition.roll();
        expect(offset).toBe(await partition.end());
        await log.append(buffers('keep'), key);
        await partition.release(offset);
        expect(await readAll(partition)).toEqual(['keep']);
        expect(await readAll(partition, offset)).toEqual(['keep']);
      }));

    test('rolls concurrently with appends and other rolls: records acknowledged before are before the offset', () =>
      within(async (log, partition) => {
        const ends = await Promise.all(['a', 'b'].map(text => log.append(buffers(text), key)));
        const later = ['c', 'd'].map(text => log.append(buffers(text), key));
        const offsets = await Promise.all([partition.roll(), partition.roll()]);
        for (const offset of offsets) expect(offset).toBeGreaterThanOrEqual(Math.max(...ends));
        await Promise.all(later);
        for (const offset of offsets) await partition.release(offset);
        const left = await readAll(partition);
        expect(['a', 'b', 'c', 'd'].slice(4 - left.length)).toEqual(left);
        expect(left).toEqual(await readAll(partition, Math.max(...offsets)));
      }));

    test('has space again after a roll and a release', () =>
      within(async (log, partition) => {
        const large = Buffer.alloc(6000, 'x');
        await log.append([large], key);
        await expect(log.append([large], key)).rejects.toThrow(LogFull);
        await partition.release(await partition.roll());
        expect(await log.bytes()).toBe(0);
        await log.append([large], key);
        expect(await readAll(partition)).toEqual([large.toString()]);
      }, 10_000));
  });
};
