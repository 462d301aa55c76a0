/** For tests: what every event log does. */
import { describe, expect, test } from 'vitest';
import { type EventLog, LogFull, LONGEST_RECORD, type Offset } from '../../../events/log/event-log.ts';

export interface LogUnderTest {
  readonly log: EventLog;
  close(): Promise<void>;
}

const texts = (records: readonly { bytes: Buffer }[]) => records.map(({ bytes }) => bytes.toString());
const buffers = (...all: string[]) => all.map(text => Buffer.from(text));

/** Everything from `from` on. */
export const readAll = async (log: EventLog, from: Offset = 0, limit = 1 << 20): Promise<string[]> => {
  const found: string[] = [];
  for (let at = from; ; ) {
    const { records, next } = await log.read(at, limit);
    if (records.length === 0) return found;
    found.push(...texts(records));
    at = next;
  }
};

/** @param open an empty log that has room for `diskBytes` bytes at least, and not for twice as many */
export const eventLogSuite = (name: string, open: (diskBytes: number) => Promise<LogUnderTest>): void => {
  describe(`an event log: ${name}`, () => {
    const within = async (work: (log: EventLog) => Promise<void>, diskBytes = 1 << 24): Promise<void> => {
      const { log, close } = await open(diskBytes);
      try {
        await work(log);
      } finally {
        await close();
      }
    };

    test('reads what was appended, in order, from any offset that it returned', () =>
      within(async log => {
        expect(await log.read(0, 100)).toEqual({ records: [], next: 0 });
        const next = await log.append(buffers('a', 'b'));
        await log.append(buffers('c'));
        expect(await readAll(log)).toEqual(['a', 'b', 'c']);
        expect(await readAll(log, next)).toEqual(['c']);
        expect(await readAll(log, log.end())).toEqual([]);
        expect(log.bytes()).toBeGreaterThan(2);
      }));

    test('accepts concurrent appends, each whole, and reads them in pages', () =>
      within(async log => {
        const sent = Array.from({ length: 200 }, (_, n) => [`${n}.0`, `${n}.1`, `${n}.2`.padEnd(n, '-')]);
        const ends = await Promise.all(sent.map(one => log.append(buffers(...one))));
        expect(ends.toSorted((a, b) => a - b)).toEqual(ends);
        expect(await readAll(log, 0, 300)).toEqual(sent.flat());
        expect(await readAll(log, ends[99], 1)).toEqual(sent.slice(100).flat());
      }));

    test('refuses records that do not fit, keeps nothing of them, and accepts records that fit again', () =>
      within(async log => {
        const large = Buffer.alloc(4000, 'x');
        await log.append([large]);
        const refused = await Promise.allSettled([
          log.append(Array.from({ length: 5 }, () => large)),
          log.append([Buffer.from('small')]),
        ]);
        expect(refused[0]).toMatchObject({ status: 'rejected', reason: expect.any(LogFull) });
        expect(refused[1]?.status).toBe('fulfilled');
        expect(await readAll(log)).toEqual([large.toString(), 'small']);
      }, 10_000));

    test('refuses an empty batch and a record that is too long', () =>
      within(async log => {
        await expect(log.append([])).rejects.toThrow(RangeError);
        if (log.constructor.name === 'MemoryLog') return;
        await expect(log.append([Buffer.alloc(LONGEST_RECORD + 1)])).rejects.toThrow(RangeError);
        expect(await readAll(log)).toEqual([]);
      }));

    test('keeps every record that was not released', () =>
      within(async log => {
        const next = await log.append(buffers('old'));
        await log.append(buffers('new'));
        await log.release(next);
        expect((await readAll(log)).at(-1)).toBe('new');
        expect(await readAll(log, next)).toEqual(['new']);
      }));

    test('removes every record before a roll, and none after it', () =>
      within(async log => {
        expect(await log.roll()).toBe(0);
        await log.append(buffers('lose', 'lose'));
        await log.append(buffers('lose'));
        const offset = await log.roll();
        expect(offset).toBe(log.end());
        await log.append(buffers('keep'));
        await log.release(offset);
        expect(await readAll(log)).toEqual(['keep']);
        expect(await readAll(log, offset)).toEqual(['keep']);
      }));

    test('rolls concurrently with appends and other rolls: records acknowledged before are before the offset', () =>
      within(async log => {
        const ends = await Promise.all(['a', 'b'].map(text => log.append(buffers(text))));
        const later = ['c', 'd'].map(text => log.append(buffers(text)));
        const offsets = await Promise.all([log.roll(), log.roll()]);
        for (const offset of offsets) expect(offset).toBeGreaterThanOrEqual(Math.max(...ends));
        await Promise.all(later);
        for (const offset of offsets) await log.release(offset);
        const left = await readAll(log);
        expect(['a', 'b', 'c', 'd'].slice(4 - left.length)).toEqual(left);
        expect(left).toEqual(await readAll(log, Math.max(...offsets)));
      }));

    test('has space again after a roll and a release', () =>
      within(async log => {
        const large = Buffer.alloc(6000, 'x');
        await log.append([large]);
        await expect(log.append([large])).rejects.toThrow(LogFull);
        await log.release(await log.roll());
        expect(log.bytes()).toBe(0);
        await log.append([large]);
        expect(await readAll(log)).toEqual([large.toString()]);
      }, 10_000));
  });
};
