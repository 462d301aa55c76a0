import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldClock } from '../../app/testing.ts';
import { ContentError } from '../record/content-error.ts';
import { eventAt } from '../store/testing/events.ts';
import { bisect } from './bisect.ts';
import { type Place, Quarantine } from './quarantine.ts';

const DAY = 86_400_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-quarantine-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('lists quarantined records newest first, keeps them over a restart, and deletes them after 30 days', async () => {
  const now = heldClock();
  const own = join(folder, 'kept');
  const quarantine = new Quarantine(own, now);
  expect(await quarantine.list(10)).toEqual({ total: 0, entries: [] });
  const [first, second] = [eventAt(now(), { key: 'first' }), eventAt(now(), { key: 'second' })];
  await quarantine.add([{ event: first, reason: 'too large' }]);
  now.move(DAY);
  await quarantine.add([
    { event: second, reason: 'too large' },
    { text: 'b{', reason: 'no JSON' },
  ]);
  const again = new Quarantine(own, now);
  expect(await again.list(2)).toMatchObject({
    total: 3,
    entries: [
      { at: now(), text: 'b{', reason: 'no JSON' },
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
  expect(await readdir(own)).toEqual([]);
});

test('an erasure deletes the quarantined records of its subject and no others', async () => {
  const now = heldClock();
  const own = join(folder, 'erased');
  await mkdir(own);
  // A line that a sudden end of an earlier version cut short, and the next one behind it.
  const day = new Date(now()).toISOString().slice(0, 10);
  await writeFile(
    join(own, `${day}.jsonl`),
    '{"at":1,{"at":2,"text":"x"}\n{"at":3,"text":"whole","reason":"r"}\n{"at":4,',
  );
  const quarantine = new Quarantine(own, now);
  await quarantine.add([
    { event: eventAt(now(), { user: 'u', key: 'gone' }), reason: 'r' },
    { event: eventAt(now(), { user: 'other', device: 'u' }), reason: 'r' },
    { text: 'b12345678{"data":{"ext":[{"u":"u"}],"meta":{}}}', reason: 'r' },
    { text: 'b12345678{"data":{"ext":[{"u" : "say \\"u\\""', reason: 'r' },
    { text: `d12345678${'['.repeat(10_000)}{"u":"deep"}${']'.repeat(10_000)}`, reason: 'r' },
    { text: 'b12345678{"data":{"ext":[{"u":"uu","e":"u"}],"d":"say"}}', reason: 'r' },
  ]);
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
    { text: 'whole' },
  ]);
  expect((await new Quarantine(own, now).list(10)).entries).toEqual(entries);
});

test('pages of the quarantine list each record once, newest first, over days and lines of any length', async () => {
  const now = heldClock();
  const own = join(folder, 'paged');
  const quarantine = new Quarantine(own, now);
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

test('limits the quarantine in bytes and records, counts what it drops, and accepts records after an erasure', async () => {
  const now = heldClock();
  const own = join(folder, 'bounded');
  const open = () => new Quarantine(own, now, { bytes: 1000, records: 4 });
  const quarantine = open();
  const entry = (user: string) => ({ event: eventAt(now(), { user }), reason: 'r' });
  expect(await quarantine.add([{ text: 'x'.repeat(2000), reason: 'r' }])).toBe(1);
  expect(await quarantine.add([entry('a'), entry('a'), entry('b')])).toBe(0);
  expect(await open().add([entry('c'), entry('d')])).toBe(1);
  expect(await quarantine.erase({ user: 'a' })).toBe(2);
  expect([quarantine.records, quarantine.dropped]).toEqual([4, 1]);
  const files = await readdir(own);
  const sizes = await Promise.all(files.map(async name => (await stat(join(own, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1000);
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
