/** The nightly files, written by the embedded store and read by another DuckDB. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DuckStore } from '../../../engines/embedded/store/duck-store.ts';
import { newStoreFolder, openTestStore } from '../../../engines/embedded/store/testing/duck.ts';
import type { ParquetSource } from '../../../events/store/parquet-source.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { NightlyExport, type NightlyExportOptions } from './nightly-export.ts';

const DAY = 86_400_000;
const KEY = 'ab'.repeat(32);
const MEMORY = 128 * 2 ** 20;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ADDRESS = '203.0.113.7';
const [pupil, device] = ['pupil-0001', 'device-0001'];

let storeFolder: string;
let root: string;
let folder: string;
let store: DuckStore;
let reader: DuckDBConnection;
let loaded = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "rollcall's-files-"));
  storeFolder = await newStoreFolder();
  store = await openTestStore(storeFolder, MEMORY, root);
  reader = await (await DuckDBInstance.create(':memory:')).connect();
  await load([
    eventAt(NOW - 2 * DAY, { device, kind: 1, key: '/', data: { referrer: 'example.com' } }),
    eventAt(NOW - 2 * DAY + 1000, { device, user: pupil, ip: ADDRESS, duration: 5, userAgent: FIREFOX }),
    eventAt(NOW - DAY, { user: pupil, bot: true, trusted: true }),
    eventAt(NOW - DAY, { kind: 3, key: 'consent', user: pupil }),
    eventAt(NOW, { user: pupil }),
  ]);
});
afterAll(async () => {
  reader?.closeSync();
  await store?.close();
  for (const each of [storeFolder, root]) await rm(each, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'of-a-test-'));
});

const load = async (events: readonly StoredEvent[]) => {
  await store.load({ partition: 0, from: loaded, to: loaded + 1, events, reports: [] });
  loaded += 1;
};
/** Keeps the id of a folder in memory. */
const identities = () => {
  let kept: string | undefined;
  return {
    read: async () => kept,
    keep: async (id: string) => {
      kept = id;
    },
  };
};
const open = (parts: Partial<NightlyExportOptions> = {}) =>
  new NightlyExport({
    folder,
    source: store,
    key: async () => KEY,
    identity: identities(),
    now: () => NOW + 5 * DAY,
    ...parts,
  });
const text = (path: string) => `'${join(folder, path).replaceAll("'", "''")}'`;
const rows = async (sql: string) => (await reader.runAndReadAll(sql)).getRowObjectsJson();
const events = (columns = '*') =>
  rows(
    `select ${columns} from read_parquet(${text('events/*/*.parquet')}, hive_partitioning = true) order by time`,
  );
const file = (day: string) => join(folder, `events/day=${day}/events.parquet`);
const whenWritten = async (day: string) => (await stat(file(day), { bigint: true })).ino;
const filesOf = async () => (await readdir(folder, { recursive: true })).toSorted();

test('each day before today has a file, and another DuckDB reads it', async () => {
  await open().run(NOW);
  expect(await filesOf()).toEqual([
    'devices.parquet',
    'events',
    'events/day=2026-11-19',
    'events/day=2026-11-19/events.parquet',
    'events/day=2026-11-20',
    'events/day=2026-11-20/events.parquet',
    'manifest.json',
    'people.parquet',
  ]);
  expect(
    await events(
      'day::varchar as day, time, kind, key, product, duration, referrer, browser, signed_in, bot, dev',
    ),
  ).toEqual([
    {
      day: '2026-11-19',
      time: String(NOW - 2 * DAY),
      kind: 'view',
      key: '/',
      product: 'school',
      duration: null,
      referrer: 'example.com',
      browser: null,
      signed_in: false,
      bot: false,
      dev: false,
    },
    {
      day: '2026-11-19',
      time: String(NOW - 2 * DAY + 1000),
      kind: 'custom',
      key: 'lesson.open',
      product: 'school',
      duration: '5',
      referrer: null,
      browser: 'Firefox',
      signed_in: true,
      bot: false,
      dev: false,
    },
    {
      day: '2026-11-20',
      time: String(NOW - DAY),
      kind: 'custom',
      key: 'lesson.open',
      product: 'school',
      duration: null,
      referrer: null,
      browser: null,
      signed_in: true,
      bot: true,
      dev: false,
    },
  ]);
});

test('people are hashes that are the same in every file, and neither ids nor addresses are there', async () => {
  await store.changePeople({
    from: 0,
    to: 1,
    people: [{ user: pupil, grade: 7, signedUp: NOW - 5 * DAY, site: 'school', fields: { number: 'S-77' } }],
    gone: [],
  });
  await open().run(NOW);
  const found = await events();
  const [visitor, own, next] = found.map(row => row['person']);
  expect(own).toMatch(/^[\da-f]{32}$/);
  expect(next).toBe(own);
  expect(visitor).not.toBe(own);
  const devices = await rows(`from ${text('devices.parquet')}`);
  expect(devices).toEqual([{ device: visitor, person: own, time: String(NOW - 2 * DAY + 1000) }]);
  const people = await rows(`from ${text('people.parquet')}`);
  // The day alone of the sign-up, in Beijing.
  const signed_up = String(Date.parse('2026-11-16T00:00:00+08:00'));
  expect(people).toEqual([{ person: own, grade: 7, signed_up, site: 'school' }]);
  const all = JSON.stringify([found, devices, people]);
  for (const secret of [pupil, device, ADDRESS, KEY, FIREFOX, 'S-77']) expect(all).not.toContain(secret);
  await open({ key: async () => 'cd'.repeat(32) }).run(NOW);
  expect((await events('person')).map(row => row['person'])).not.toContain(own);
});

test('a late event has its day written again, and no other', async () => {
  const nightly = open();
  await nightly.run(NOW);
  const before = [await whenWritten('2026-11-19'), await whenWritten('2026-11-20')];
  await nightly.run(NOW + 1);
  expect([await whenWritten('2026-11-19'), await whenWritten('2026-11-20')]).toEqual(before);
  await load([eventAt(NOW - DAY + 5, { key: 'late' })]);
  await nightly.run(NOW + 2);
  expect(await whenWritten('2026-11-19')).toBe(before[0]);
  expect(await whenWritten('2026-11-20')).not.toBe(before[1]);
  expect((await events('key')).map(row => row['key'])).toContain('late');
  // A file that somebody removed or cut comes back.
  await unlink(file('2026-11-19'));
  await writeFile(file('2026-11-20'), 'PAR1');
  await nightly.run(NOW + 3);
  expect(await events('key')).toHaveLength(4);
});

test('an erasure is gone once the files were written without it, and expired days have no file', async () => {
  const nightly = open();
  await nightly.run(NOW);
  await store.erase({ user: pupil });
  const erased = NOW + 60_000;
  expect(await nightly.clearedTo()).toBeLessThan(erased);
  expect(await events('signed_in')).toContainEqual({ signed_in: true });
  await nightly.run(NOW + 3_600_000);
  expect(await nightly.clearedTo()).toBeGreaterThan(erased);
  expect((await events('key, signed_in'))[0]).toEqual({ key: '/', signed_in: false });
  expect(await events('signed_in')).not.toContainEqual({ signed_in: true });
  expect(await rows(`from ${text('devices.parquet')}`)).toEqual([]);
  await writeFile(join(folder, 'events/day=2026-11-19/notes.txt'), 'of the school');
  await store.expire(NOW - DAY + 3_600_000);
  await nightly.run(NOW + 3_700_000);
  expect((await filesOf()).filter(name => name.includes('day='))).toEqual([
    'events/day=2026-11-19',
    'events/day=2026-11-19/notes.txt',
  ]);
});

/** A store with two days, whose files are text. @param fail called with the number of the file that is written */
const textSource = (fail: (file: number) => void = () => {}) => {
  const written: string[] = [];
  const asked: string[] = [];
  const source: ParquetSource = {
    exportedDays: async before => {
      asked.push(before);
      return ['2026-11-19', '2026-11-20'].map(day => ({ day, mark: 'a' }));
    },
    writeParquet: async (path, content) => {
      const name = typeof content === 'string' ? content : content.day;
      written.push(name);
      await writeFile(path, 'half');
      fail(written.length);
      await writeFile(path, 'whole');
    },
  };
  return { source, written, asked };
};

test.each([1, 2, 3, 4])(
  'an export that ends in file %i leaves whole files, and goes on there',
  async stop => {
    const { source, written } = textSource(file => {
      if (file === stop) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    const nightly = open({ source });
    // At night in China.
    const night = Date.parse('2026-11-22T02:30:00+08:00');
    await expect(nightly.runIfDue(night)).rejects.toThrow('no space left');
    expect(nightly.failures).toBe(1);
    expect(await nightly.lastBegun()).toBe(0);
    const files = async () => (await filesOf()).filter(name => /\.(?:parquet|tmp)$/.test(name));
    const contents = async () =>
      new Set(await Promise.all((await files()).map(name => readFile(join(folder, name), 'utf8'))));
    expect(await files()).toHaveLength(stop - 1);
    expect(await contents()).toEqual(new Set(stop === 1 ? [] : ['whole']));
    // Of a process that was killed within a file.
    const left = join(folder, stop === 1 ? 'people.parquet' : 'events/day=2026-11-19/events.parquet');
    await writeFile(`${left}.${crypto.randomUUID()}.tmp`, 'half');
    await nightly.runIfDue(night + 600_000);
    const all = ['2026-11-19', '2026-11-20', 'people', 'devices'];
    // The days that were written stay; what is known of people is written again.
    expect(written.slice(stop)).toEqual(all.slice(Math.min(stop - 1, 2)));
    expect(await contents()).toEqual(new Set(['whole']));
    expect(await files()).toHaveLength(4);
    expect(await nightly.lastBegun()).toBe(night + 600_000);
  },
);

test('exports once a night, and by day where the server did not run at night', async () => {
  const { source, asked } = textSource();
  const nightly = open({ source });
  const at = (time: string) => nightly.runIfDue(Date.parse(`2026-11-${time}+08:00`));
  await at('21T12:00:00');
  await at('21T23:00:00');
  expect(asked).toEqual(['2026-11-21']);
  await at('22T02:10:00');
  await at('22T03:10:00');
  expect(asked.slice(1)).toEqual(['2026-11-22']);
  await at('23T09:00:00');
  expect(asked.slice(2)).toEqual(['2026-11-23']);
});

test('a clock that was ahead does not say that later erasures are gone', async () => {
  const { source, asked } = textSource();
  const clock = { at: NOW + 10 * DAY };
  const nightly = open({ source, now: () => clock.at });
  await nightly.runIfDue(clock.at);
  expect(await nightly.clearedTo()).toBeGreaterThan(NOW);
  clock.at = NOW;
  expect(await nightly.clearedTo()).toBe(0);
  await nightly.runIfDue(clock.at);
  expect(asked).toHaveLength(2);
});

test('a folder that is not there is not made, and nothing counts as cleared', async () => {
  const nightly = open({ source: textSource().source, folder: join(folder, 'not-mounted') });
  await expect(nightly.runIfDue(NOW)).rejects.toThrow('is no folder');
  expect(await filesOf()).toEqual([]);
  expect(await nightly.clearedTo()).toBe(0);
});

test('an empty folder in the place of the one before is not written to', async () => {
  const identity = identities();
  await open({ source: textSource().source, identity }).run(NOW);
  // As where it is not mounted.
  await rm(folder, { recursive: true });
  await mkdir(folder);
  const nightly = open({ source: textSource().source, identity });
  await expect(nightly.run(NOW + 1)).rejects.toThrow('not the folder of the exports before');
  expect(await filesOf()).toEqual([]);
  expect(await nightly.clearedTo()).toBe(0);
});
