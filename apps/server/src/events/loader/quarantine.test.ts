import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldClock } from '../../app/testing.ts';
import { ContentError } from '../record/content-error.ts';
import { eventAt } from '../store/testing/events.ts';
import { bisect } from './bisect.ts';
import { Quarantine } from './quarantine.ts';

const DAY = 86_400_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-quarantine-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what is put aside is listed newest first, outlives a restart, and is deleted after 30 days', async () => {
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
  expect(await again.list(2)).toEqual({
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

test('an erasure takes the records of its subject out, and leaves the others', async () => {
  const now = heldClock();
  const own = join(folder, 'erased');
  const quarantine = new Quarantine(own, now);
  await quarantine.add([
    { event: eventAt(now(), { user: 'u', key: 'gone' }), reason: 'r' },
    { event: eventAt(now(), { user: 'other', device: 'u' }), reason: 'r' },
    { text: '{"u":"say \\"u\\"', reason: 'r' },
  ]);
  // A line that a sudden end cut short.
  const [name = ''] = await readdir(own);
  await appendFile(join(own, name), '{"at":1,');
  expect(await quarantine.erase({ user: 'say "u"' })).toBe(1);
  expect(await quarantine.erase({ user: 'u' })).toBe(1);
  expect((await quarantine.list(10)).entries).toMatchObject([{ event: { user: 'other' } }]);
  await quarantine.add([{ text: 'later', reason: 'r' }]);
  expect((await quarantine.list(10)).total).toBe(2);
});

test('a bisection finds exactly the records that fail, and passes other errors on', async () => {
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
