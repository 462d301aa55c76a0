import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldClock } from '../../app/testing.ts';
import { IdFiles } from './id-files.ts';
import { IdSet, IdsFull, WORDS, writeWords } from './id-set.ts';
import { NoRoomForIds, openSeenIds, PERIOD, PERIODS_KEPT, type SeenIds } from './seen-ids.ts';

let folders: string;
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'rollcall-ids-'));
});
afterAll(() => rm(folders, { recursive: true, force: true }));

const wordsOf = (...ids: string[]) => {
  const words = new Uint32Array(ids.length * WORDS);
  for (const [index, id] of ids.entries()) writeWords(id, words, index * WORDS);
  return words;
};
const uuid = fc.uuid({ version: 7 });
const numbered = (n: number) => `019a0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

describe('a set of ids', () => {
  test('is a set, whatever is added, taken out and forgotten', () => {
    const act = fc.oneof(
      fc.record({
        act: fc.constantFrom('add', 'has', 'remove'),
        id: fc.nat(40),
        period: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ act: fc.constant('forget'), id: fc.constant(0), period: fc.integer({ min: 1, max: 3 }) }),
    );
    fc.assert(
      fc.property(
        fc.array(uuid, { minLength: 41, maxLength: 41 }),
        fc.array(act, { maxLength: 300 }),
        (ids, acts) => {
          const set = new IdSet(1 << 24, 7);
          for (const period of [1, 2, 3]) set.begin(period);
          const model = new Map<string, number>();
          for (const { act, id: index, period } of acts) {
            const id = ids[index] ?? '';
            const words = wordsOf(id);
            if (act === 'add') {
              expect(set.add(words, 0, period)).toBe(!model.has(id));
              if (!model.has(id)) model.set(id, period);
            } else if (act === 'has') expect(set.has(words, 0)).toBe(model.has(id));
            else if (act === 'remove') {
              set.remove(words, 0);
              model.delete(id);
            } else {
              set.forget(period);
              set.begin(period);
              for (const [known, when] of model) if (when === period) model.delete(known);
            }
            expect(set.size).toBe(model.size);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('tells ids apart that differ in one digit only', () => {
    fc.assert(
      fc.property(uuid, fc.nat(35), fc.constantFrom(...'0123456789abcdef'), (id, place, other) => {
        // Not the dashes, and neither version nor variant, which all have alike.
        fc.pre(!'-'.includes(id[place] ?? '-') && place !== 14 && place !== 19 && id[place] !== other);
        const set = new IdSet(1 << 24, 1);
        set.begin(1);
        set.add(wordsOf(id), 0, 1);
        expect(set.has(wordsOf(id.slice(0, place) + other + id.slice(place + 1)), 0)).toBe(false);
      }),
    );
  });

  test('grows with its ids, uses forgotten places again, and stops at its bytes', () => {
    const set = new IdSet(2 * 1024 * 1024, 3);
    const fill = (from: number, period: number) => {
      set.begin(period);
      let n = from;
      try {
        for (; ; n++) set.add(wordsOf(numbered(n)), 0, period);
      } catch (error) {
        expect(error).toBeInstanceOf(IdsFull);
      }
      return n;
    };
    const first = fill(0, 1);
    // Of 131,072 places.
    expect(first).toBeGreaterThan(65_000);
    expect(set.bytes).toBeLessThanOrEqual(2 * 1024 * 1024);
    set.forget(1);
    const second = fill(1_000_000, 2);
    expect(second - 1_000_000).toBeGreaterThan(65_000);
    expect(set.bytes).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(set.has(wordsOf(numbered(5)), 0)).toBe(false);
    expect(set.has(wordsOf(numbered(1_000_005)), 0)).toBe(true);
  });
});

describe('the ids that were seen', () => {
  const said: string[] = [];
  const log = { warn: () => {}, error: (_: unknown, text: string) => void said.push(text) } as never;
  const now = heldClock();
  const open = async (folder: string, memoryBytes = 1 << 24) =>
    openSeenIds({ files: new IdFiles(folder), memoryBytes, seed: 5, now, log });
  const add = (seen: SeenIds, id: string) => seen.claim([id]).fresh[0];
  const keep = (seen: SeenIds, id: string, next: number) => seen.kept(seen.claim([id]).claim, next);
  const newFolder = () => mkdtemp(join(folders, 'ids-'));

  test('are seen again after a restart, up to where they were saved', async () => {
    const folder = await newFolder();
    const { seen } = await open(folder);
    for (let n = 0; n < 100; n++) {
      keep(seen, numbered(n), n + 1);
      if (n === 79) await seen.save();
    }
    const { seen: again, to } = await open(folder);
    expect([again.size, to]).toEqual([80, 80]);
    expect(add(again, numbered(79))).toBe(false);
    expect(add(again, numbered(80))).toBe(true);
  });

  test('that were not kept after all are new again; others of the same claim that were known stay', async () => {
    const { seen } = await open(await newFolder());
    add(seen, numbered(1));
    const { fresh, claim } = seen.claim([numbered(1), numbered(2), numbered(2), numbered(3)]);
    expect(fresh).toEqual([false, true, false, true]);
    seen.release(claim);
    expect([1, 2, 3].map(n => add(seen, numbered(n)))).toEqual([false, true, true]);
  });

  test('a block that was cut short or garbled is none, and what follows it is readable', async () => {
    const folder = await newFolder();
    const { seen } = await open(folder);
    keep(seen, numbered(1), 10);
    await seen.save();
    const [name = ''] = await readdir(folder);
    for (const torn of [Buffer.from('RID1'), Buffer.alloc(50, 7), Buffer.alloc(3)]) {
      await appendFile(join(folder, name), torn);
      const { seen: again, to } = await open(folder);
      expect([again.size, to]).toEqual([1, 10]);
    }
    const { seen: third } = await open(folder);
    keep(third, numbered(2), 20);
    await third.save();
    expect((await open(folder)).to).toBe(20);
  });

  test('are kept for seven days at least, and then let go, on the disk too', async () => {
    const folder = await newFolder();
    const { seen } = await open(folder);
    const each = (n: number) => keep(seen, numbered(n), n + 1);
    each(0);
    for (let n = 1; n < PERIODS_KEPT + 3; n++) {
      now.move(PERIOD);
      each(n);
      await seen.save();
      const days = (n * PERIOD) / 86_400_000;
      if (days <= 7) expect(add(seen, numbered(0)), `${days} days`).toBe(false);
    }
    expect(seen.window()).toBeGreaterThanOrEqual(7 * 86_400_000);
    await seen.save();
    expect(await readdir(folder)).toHaveLength(PERIODS_KEPT + 1);
    expect(add(seen, numbered(0))).toBe(true);
  });

  test('survive a clock that jumps a year ahead and back', async () => {
    const { seen } = await open(await newFolder());
    add(seen, numbered(1));
    now.move(365 * 86_400_000);
    add(seen, numbered(2));
    now.move(-365 * 86_400_000);
    expect([add(seen, numbered(1)), add(seen, numbered(2)), add(seen, numbered(3))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('that find no room let the oldest period go, and say so; within one period nothing more is taken', async () => {
    const { seen } = await open(await newFolder(), 1024 * 1024);
    let n = 0;
    for (; n < 30_000; n++) add(seen, numbered(n));
    now.move(PERIOD);
    expect(() => {
      for (; n < 200_000; n++) add(seen, numbered(n));
    }).toThrow(NoRoomForIds);
    expect(n).toBeGreaterThan(55_000);
    expect(said.at(-1)).toContain('the memory for ids is full');
    expect(add(seen, numbered(n - 1))).toBe(false);
  });
});
