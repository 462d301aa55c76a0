import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { ContentError } from '../record/content-error.ts';
import { eventAt } from '../store/testing/events.ts';
import { bisect } from './bisect.ts';
import { DatabaseQuarantine } from './database-quarantine.ts';
import { FolderQuarantine } from './folder-quarantine.ts';
import type { Place, Quarantine, QuarantineLimits } from './quarantine.ts';

const DAY = 86_400_000;
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-quarantine-'));
  database = await testDatabase();
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => database.truncate());

type Open = (name: string, now: () => number, limits?: QuarantineLimits) => Quarantine;
describe.each<[string, Open]>([
  ['a folder', (name, now, limits) => new FolderQuarantine(join(folder, name), now, limits)],
  ['the database', (_, now, limits) => new DatabaseQuarantine(database.db, now, limits)],
])('the quarantine in %s', (_, open) => {
  test('lists records newest first, keeps them over a restart, and deletes them after 30 days', async () => {
    const now = heldClock();
    const quarantine = open('kept', now);
    expect(await quarantine.list(10)).toEqual({ total: 0, entries: [] });
    const [first, second] = [eventAt(now(), { key: 'first' }), eventAt(now(), { key: 'second' })];
    await quarantine.add([{ event: first, reason: 'too large' }]);
    now.move(DAY);
    await quarantine.add([
      { event: second, reason: 'too large' },
      { text: 'b{\0\ud800', reason: 'no JSON' },
    ]);
    const again = open('kept', now);
    expect(await again.list(2)).toMatchObject({
      total: 3,
      entries: [
        { at: now(), text: 'b{\0\ud800', reason: 'no JSON' },
        { at: now(), event: second, reason: 'too large' },
      ],
    });
    expect([quarantine.records, again.records]).toEqual([3, 0]);
    now.move(29 * DAY);
    await again.expire(now());
    expect((await again.list(10)).total).toBe(3);
    now.move(DAY);
    await again.expire(now());
    expect((await again.list(10)).total).toBe(2);
    now.move(DAY);
    await again.expire(now());
    expect(await again.list(10)).toEqual({ total: 0, entries: [] });
  });

  test('loses the records of an erased subject and no others', async () => {
    const now = heldClock();
    const quarantine = open('erased', now);
    await quarantine.add([
      { event: eventAt(now(), { user: 'u', key: 'gone' }), reason: 'r' },
      { event: eventAt(now(), { user: 'other', device: 'u' }), reason: 'r' },
      { text: 'b12345678{"data":{"ext":[{"u":"u"}],"meta":{}}}', reason: 'r' },
      { text: 'b12345678{"data":{"ext":[{"u" : "say \\"u\\""', reason: 'r' },
      { text: `d12345678${'['.repeat(10_000)}{"u":"deep"}${']'.repeat(10_000)}`, reason: 'r' },
      { text: 'b12345678{"data":{"ext":[{"u":"uu","e":"u"}],"d":"say"}}', reason: 'r' },
      // More than an erasure compares in one step.
      ...Array.from({ length: 450 }, (_, n) => ({
        event: eventAt(now(), { user: n % 3 === 0 ? 'many' : 'kept' }),
        reason: 'r',
      })),
    ]);
    expect(await quarantine.erase({ user: 'many' })).toBe(150);
    expect(await quarantine.erase({ user: 'kept' })).toBe(300);
    expect(await quarantine.erase({ user: 'say "u"' })).toBe(1);
    expect(await quarantine.erase({ user: 'u' })).toBe(2);
    expect(await quarantine.erase({ user: 'deep' })).toBe(1);
    expect(await quarantine.erase({ user: 'sa' })).toBe(0);
    await quarantine.add([{ text: 'later', reason: 'r' }]);
    const { entries } = await quarantine.list(10);
    expect(entries).toMatchObject([
      { text: 'later' },
      { text: expect.stringContaining('"uu"') },
      { event: { user: 'other' } },
    ]);
    expect((await open('erased', now).list(10)).entries).toEqual(entries);
  });

  test('is listed in pages, each record once, newest first, over days and lines of any length', async () => {
    const now = heldClock();
    const quarantine = open('paged', now);
    const all: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const text = `${n} \u2028 ${'x'.repeat(n % 7 === 0 ? 100_000 : 10)}`;
      all.unshift(text);
      await quarantine.add([{ text, reason: 'r' }]);
      if (n % 25 === 24) now.move(DAY);
    }
    for (const size of [1, 7, 50, 100]) {
      const listed: unknown[] = [];
      let before: Place | undefined;
      do {
        const { total, entries } = await quarantine.list(size, before);
        expect(total).toBe(60);
        listed.push(...entries.map(entry => ('text' in entry ? entry.text : undefined)));
        before = entries.length === size ? entries.at(-1)?.place : undefined;
      } while (before);
      expect(listed).toEqual(all);
    }
  });

  test('is limited in bytes and records, counts what it drops, and accepts records after an erasure', async () => {
    const now = heldClock();
    const again = () => open('bounded', now, { bytes: 1000, records: 4 });
    const quarantine = again();
    const entry = (user: string) => ({ event: eventAt(now(), { user }), reason: 'r' });
    expect(await quarantine.add([{ text: 'x'.repeat(2000), reason: 'r' }])).toBe(1);
    expect(await quarantine.add([entry('a'), entry('a'), entry('b')])).toBe(0);
    expect(await again().add([entry('c'), entry('d')])).toBe(1);
    expect(await quarantine.erase({ user: 'a' })).toBe(2);
    expect(await again().add([entry('c'), entry('d')])).toBe(0);
    expect([quarantine.records, quarantine.dropped, (await quarantine.list(9)).total]).toEqual([4, 1, 4]);
  });
});

test('loaders that quarantine at once stay within the limits together', async () => {
  const now = heldClock();
  const one = () => new DatabaseQuarantine(database.db, now, { bytes: 10_000, records: 5 });
  const dropped = await Promise.all(
    Array.from({ length: 8 }, (_, n) => one().add([{ text: `${n}`, reason: 'r' }])),
  );
  expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect((await one().list(10)).total).toBe(5);
});

test('a folder of an earlier version is read on, without lines that were cut short, and its files are removed', async () => {
  const now = heldClock();
  const own = join(folder, 'cut');
  await mkdir(own);
  // A line that a sudden end of an earlier version cut short, and the next one behind it.
  const day = new Date(now()).toISOString().slice(0, 10);
  await writeFile(
    join(own, `${day}.jsonl`),
    '{"at":1,{"at":2,"text":"x"}\n{"at":3,"text":"whole","reason":"r"}\n{"at":4,',
  );
  const quarantine = new FolderQuarantine(own, now, { bytes: 1000, records: 10 });
  await quarantine.add([{ text: 'later', reason: 'r' }]);
  expect((await quarantine.list(10)).entries).toMatchObject([{ text: 'later' }, { text: 'whole' }]);
  const sizes = await Promise.all((await readdir(own)).map(async name => (await stat(join(own, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1000);
  await quarantine.expire(now() + 31 * DAY);
  expect(await readdir(own)).toEqual([]);
});

test('a bisection finds exactly the records that fail, and rethrows other errors', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 60 }), async items => {
      const { accepted, rejected } = await bisect(items, async some => {
        if (some.some(([, bad]) => bad)) throw new ContentError('bad');
      });
      expect(accepted).toEqual(items.filter(([, bad]) => !bad));
      expect(rejected.map(({ item }) => item)).toEqual(items.filter(([, bad]) => bad));
    }),
  );
  await expect(bisect([1, 2], () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('full');
});
