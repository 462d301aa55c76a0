import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LogFull, type LogPartition } from '../../../events/log/event-log.ts';
import { eventLogSuite, readAll } from '../../../features/usage/testing/event-log.suite.ts';
import { MemoryLog } from '../../../features/usage/testing/memory-log.ts';
import { type Disk, realDisk } from './disk.ts';
import { isOlder } from './identity-file.ts';
import { openSegmentLog, type SegmentLogOptions } from './segment-log.ts';

let folders: string;
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'rollcall-segments-'));
});
afterAll(() => rm(folders, { recursive: true, force: true }));
const newFolder = () => mkdtemp(join(folders, 'log-'));

const logged: string[] = [];
const log = {
  warn: (_: unknown, text: string) => void logged.push(text),
  error: (_: unknown, text: string) => void logged.push(text),
} as unknown as SegmentLogOptions['log'];
const open = (folder: string, more: Partial<SegmentLogOptions> = {}) =>
  openSegmentLog({ folder, diskBytes: 1 << 26, log, ...more });

eventLogSuite('the log in memory', async diskBytes => {
  const memory = new MemoryLog(diskBytes);
  return { log: memory, close: () => memory.close() };
});
eventLogSuite('the log in segments', async diskBytes => {
  const own = await open(await newFolder(), { diskBytes });
  return { log: own, close: () => own.close() };
});
eventLogSuite('the log in very small segments', async diskBytes => {
  const own = await open(await newFolder(), { diskBytes, segmentBytes: 64 });
  return { log: own, close: () => own.close() };
});

const bytes = (text: string) => [Buffer.from(text)];

const copyOf = async (folder: string) => {
  const copy = await newFolder();
  await cp(folder, copy, { recursive: true, filter: path => !path.includes('lock') });
  return copy;
};

/** The bytes of all segments of a folder. */
const contentOf = async (folder: string): Promise<string> => {
  const names = (await readdir(folder)).filter(name => name.endsWith('.log'));
  return (await Promise.all(names.map(name => readFile(join(folder, name), 'latin1')))).join('');
};

describe('the event log, opened again,', () => {
  test('has every record, and appends after them', async () => {
    const folder = await newFolder();
    const first = await open(folder, { segmentBytes: 200 });
    for (let n = 0; n < 20; n++) await first.append(bytes(`record ${n}`));
    const end = await first.end();
    await first.close();
    const second = await open(folder);
    expect(await second.end()).toBe(end);
    await second.append(bytes('one more'));
    expect(await readAll(second, end)).toEqual(['one more']);
    expect(await readAll(second)).toHaveLength(21);
    await second.close();
  });

  test('keeps its offset, also after every record was released or its folder was lost', async () => {
    const folder = await newFolder();
    const first = await open(folder, { segmentBytes: 32 });
    for (let n = 0; n < 5; n++) await first.append(bytes(`record ${n}`));
    const end = await first.end();
    await first.release(end);
    expect((await readdir(folder)).filter(name => name.endsWith('.log'))).toHaveLength(1);
    await first.close();
    const second = await open(folder);
    expect(await second.end()).toBe(end);
    await second.close();
    await rm(folder, { recursive: true });
    const third = await open(folder, { from: async empty => (empty ? end : 0) });
    await third.append(bytes('new'));
    expect(await readAll(third, end)).toEqual(['new']);
    await third.close();
  });

  test('put back from a copy, is read again though it has grown beyond what was loaded before anybody asked', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    await first.append(bytes('a'));
    const copy = await copyOf(folder);
    const end = await first.append(bytes('lost'));
    await first.close();
    const second = await open(copy);
    await second.append(bytes('b'));
    await second.append(bytes('c'));
    expect(await second.rereadFrom(end, end)).toBe(0);
    // Who could not go back then asks again.
    await second.append(bytes('d'));
    expect(await second.rereadFrom(end, end)).toBe(0);
    await second.read(0, 1);
    // Asked after it, it has all that was read since.
    expect(await second.rereadFrom(await second.end(), await second.end())).toBeUndefined();
    await second.close();
  });

  test('is opened by one process at a time', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    await expect(open(folder)).rejects.toThrow(/is in use by this process/);
    await first.close();
    await (await open(folder)).close();
  });
});

const HISTORIES = Number(process.env['ROLLCALL_HISTORIES'] ?? 4);

describe('the event log after a crash', () => {
  test('at any byte, followed by any bytes, has every acknowledged record and no invented one', async () => {
    const appends = fc.array(
      fc.array(fc.uint8Array({ maxLength: 40 }).map(Buffer.from), { minLength: 1, maxLength: 3 }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        appends,
        fc.nat(),
        fc.nat(400),
        fc.uint8Array({ maxLength: 100 }),
        fc.constantFrom(64, 300, 1 << 20),
        async (all, acknowledgedSeed, left, garbage, segmentBytes) => {
          const folder = await newFolder();
          const whole = await open(folder, { segmentBytes });
          const ends: number[] = [];
          for (const one of all) ends.push(await whole.append(one));
          await whole.close();
          // The end comes while the append behind this one is under way.
          const acknowledged = acknowledgedSeed % (all.length + 1);
          const durable = ends[acknowledged - 1] ?? 0;
          const names = (await readdir(folder)).filter(name => name.endsWith('.log')).sort();
          for (const name of names.toReversed()) {
            const base = Number.parseInt(name, 10);
            const path = join(folder, name);
            if (base > durable || (base === durable && name !== names[0])) await rm(path);
            else {
              const size = (await readFile(path)).length;
              const keep = Math.min(size, durable - base + left);
              await truncate(path, keep);
              if (keep < size || left > 0) await appendFile(path, garbage);
              break;
            }
          }
          const again = await open(folder, { segmentBytes });
          const expected = all.map(one => one.map(String));
          const found = await readAll(again);
          // What was under way may be there, whole.
          expect(found.slice(0, expected.slice(0, acknowledged).flat().length)).toEqual(
            expected.slice(0, acknowledged).flat(),
          );
          const wholes = expected.map((_, n) => JSON.stringify(expected.slice(0, n + 1).flat()));
          expect(found.length === 0 || wholes.includes(JSON.stringify(found))).toBe(true);
          await again.append(bytes('after'));
          expect(await readAll(again)).toEqual([...found, 'after']);
          await again.close();
          await rm(folder, { recursive: true });
        },
      ),
      { numRuns: 15 * HISTORIES },
    );
  });

  test('loses only the damaged record, and reports it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, by) => {
        const folder = await newFolder();
        const first = await open(folder);
        const sent = Array.from({ length: 10 }, (_, n) => `record ${n}`);
        for (const text of sent) await first.append(bytes(text));
        await first.close();
        const path = join(folder, '0000000000000000.log');
        const content = await readFile(path);
        const at = place % content.length;
        content[at] = (content[at] as number) ^ by;
        await writeFile(path, content);
        const second = await open(folder);
        const lost = Math.floor(at / (content.length / 10));
        expect(await readAll(second)).toEqual(sent.filter((_, n) => n !== lost));
        await second.close();
        await rm(folder, { recursive: true });
      }),
      { numRuns: 6 * HISTORIES },
    );
    expect(logged.some(text => /cannot be read|was cut off/.test(text))).toBe(true);
  });

  test('keeps its identity, which tells whether the folder was filled before it had one', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    const identity = await first.identity();
    expect(isOlder(identity)).toBe(false);
    await first.append(bytes('once'));
    await first.close();
    const again = await open(folder);
    expect(await again.identity()).toBe(identity);
    await again.close();
    await rm(join(folder, 'identity'));
    for (let start = 0; start < 2; start += 1) {
      const older = await open(folder);
      expect(isOlder(await older.identity())).toBe(true);
      await older.close();
    }
  });

  test('ignores a copy of a record at another offset', async () => {
    const folder = await newFolder();
    const first = await open(folder);
    await first.append(bytes('once'));
    await first.close();
    const path = join(folder, '0000000000000000.log');
    await appendFile(path, await readFile(path));
    const second = await open(folder);
    expect(await readAll(second)).toEqual(['once']);
    await second.close();
  });

  test('at any step of a roll and a release has every later record, and the next roll removes all earlier bytes', async () => {
    for (let step = 0, reached = true; reached; step += 1) {
      const folder = await newFolder();
      let left = Number.POSITIVE_INFINITY;
      const killed =
        <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
        (...args: A): Promise<T> =>
          left-- > 0 ? work(...args) : Promise.reject(new Error('killed here'));
      const disk: Disk = {
        open: killed(realDisk.open),
        write: killed(realDisk.write),
        datasync: killed(realDisk.datasync),
        truncate: killed(realDisk.truncate),
        rename: killed(realDisk.rename),
        remove: killed(realDisk.remove),
        syncFolder: killed(realDisk.syncFolder),
      };
      const first = await open(folder, { disk, segmentBytes: 64 });
      for (let n = 0; n < 6; n++) await first.append(bytes(`secret ${n}`));
      left = step;
      const erasing = async (own: LogPartition) => own.release(await own.roll());
      reached = await erasing(first).then(
        () => false,
        () => true,
      );
      left = Number.POSITIVE_INFINITY;
      const second = await open(await copyOf(folder), { segmentBytes: 64 });
      for (const own of [first, second]) {
        await own.append(bytes('later'));
        expect((await readAll(own)).at(-1), `step ${step}`).toBe('later');
        await erasing(own);
        await own.append(bytes('last'));
        expect(await readAll(own), `step ${step}`).toEqual(['last']);
        await own.close();
      }
      expect(await contentOf(folder), `step ${step}`).not.toMatch(/secret|later/);
    }
  });

  test('after a failed append has no byte of it after a roll', async () => {
    const folder = await newFolder();
    let broken = false;
    const failing = async (work: () => Promise<void>) => {
      if (broken) throw new Error('EIO: i/o error');
      await work();
    };
    const disk: Disk = {
      ...realDisk,
      datasync: file => failing(() => realDisk.datasync(file)),
      truncate: (file, length) => failing(() => realDisk.truncate(file, length)),
    };
    const own = await open(folder, { disk });
    broken = true;
    await expect(own.append(bytes('secret'))).rejects.toThrow('EIO');
    expect(await contentOf(folder)).toContain('secret');
    broken = false;
    await own.release(await own.roll());
    expect(await contentOf(folder)).not.toContain('secret');
    await own.close();
    await expect(own.roll()).rejects.toThrow('closed');
  });
});

describe('the event log on a failing disk', () => {
  const noRoom = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

  test('refuses records while the disk is full, keeps no partial record, and accepts records again without a restart', async () => {
    const steps = ['open', 'write', 'datasync', 'syncFolder'] as const;
    for (const step of steps) {
      const folder = await newFolder();
      let full = false;
      const disk: Disk = {
        ...realDisk,
        [step]: async (...args: never[]) => {
          // Half of it had room.
          if (full && step === 'write') {
            const [file, content, position] = args as unknown as Parameters<Disk['write']>;
            await realDisk.write(file, content.subarray(0, content.length >> 1), position);
          }
          if (full) throw noRoom();
          return (realDisk[step] as (...given: never[]) => Promise<unknown>)(...args);
        },
      };
      const own = await open(folder, { disk, segmentBytes: 40 });
      await own.append(bytes('before'));
      full = true;
      await expect(own.append(bytes('refused, since this is rather long')), step).rejects.toThrow(LogFull);
      await expect(own.append(bytes('refused, since this is rather long')), step).rejects.toThrow(LogFull);
      full = false;
      await own.append(bytes('after'));
      expect(await readAll(own), step).toEqual(['before', 'after']);
      await own.close();
      const again = await open(await copyOf(folder));
      expect(await readAll(again), step).toEqual(['before', 'after']);
      await again.close();
    }
  });

  test('refuses a roll until the disk has space for a new segment', async () => {
    const folder = await newFolder();
    let full = false;
    const disk: Disk = {
      ...realDisk,
      open: async (path, flags) => {
        if (full && flags === 'w+') throw noRoom();
        return realDisk.open(path, flags);
      },
    };
    const own = await open(folder, { disk });
    const next = await own.append(bytes('secret'));
    full = true;
    await expect(own.roll()).rejects.toThrow(LogFull);
    expect(await readAll(own)).toEqual(['secret']);
    full = false;
    await own.release(await own.roll());
    expect([await own.end(), await contentOf(folder)]).toEqual([next, '']);
    await own.close();
  });

  test('refuses records while a file can be neither written nor truncated', async () => {
    let broken = false;
    const io = () => Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    const fail =
      <A extends readonly unknown[]>(work: (...args: A) => Promise<void>) =>
      async (...args: A) => {
        if (broken) throw io();
        await work(...args);
      };
    const disk = { ...realDisk, datasync: fail(realDisk.datasync), truncate: fail(realDisk.truncate) };
    const own = await open(await newFolder(), { disk });
    await own.append(bytes('before'));
    broken = true;
    await expect(own.append(bytes('lost'))).rejects.toThrow('EIO');
    await expect(own.append(bytes('lost'))).rejects.toThrow('EIO');
    expect(await readAll(own)).toEqual(['before']);
    broken = false;
    await own.append(bytes('after'));
    expect(await readAll(own)).toEqual(['before', 'after']);
    await own.close();
  });

  test('frees the space of released records without a restart and without a new file', async () => {
    const folder = await newFolder();
    const own = await open(folder, { diskBytes: 1000 });
    const large = Buffer.alloc(600, 'x');
    for (let round = 0; round < 5; round++) {
      await own.append([large]);
      await expect(own.append([large])).rejects.toThrow(LogFull);
      await own.release(await own.end());
      expect(await own.bytes()).toBe(0);
      expect((await readdir(folder)).filter(name => name.endsWith('.log'))).toHaveLength(1);
    }
    const next = await own.append([Buffer.from('last')]);
    expect(await readAll(own)).toEqual(['last']);
    await own.close();
    const again = await open(folder);
    expect([await again.end(), await readAll(again)]).toEqual([next, ['last']]);
    await again.close();
  });

  test('restores no released record if it crashes between the renaming and the emptying of a segment', async () => {
    const folder = await newFolder();
    let killed = false;
    const fail =
      <A extends readonly unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A) =>
        killed ? Promise.reject(new Error('killed here')) : work(...args);
    const disk = { ...realDisk, truncate: fail(realDisk.truncate) };
    const own = await open(folder, { disk, diskBytes: 1000 });
    await own.append([Buffer.alloc(600, 'x')]);
    await expect(own.append([Buffer.alloc(600, 'x')])).rejects.toThrow(LogFull);
    killed = true;
    const end = await own.end();
    await expect(own.release(end)).rejects.toThrow('killed here');
    const again = await open(await copyOf(folder));
    expect([await again.end(), await readAll(again)]).toEqual([end, []]);
    await again.close();
    killed = false;
    await own.append(bytes('after'));
    expect(await readAll(own)).toEqual(['after']);
    await own.close();
  });

  test('shares one datasync among all waiting appends', async () => {
    let syncs = 0;
    const disk: Disk = {
      ...realDisk,
      datasync: async file => {
        syncs += 1;
        await realDisk.datasync(file);
      },
    };
    const own = await open(await newFolder(), { disk });
    await Promise.all(Array.from({ length: 100 }, (_, n) => own.append(bytes(`${n}`))));
    expect(syncs).toBe(1);
    await own.close();
  });
});
