import { createHash } from 'node:crypto';
import type { Beacon, BeaconReport } from '@rollcall/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { createCursors } from '../../platform/cursor-page.ts';
import { findGroup, saveSightings, type Sighting } from './error-groups.ts';
import { findGroups } from './group-search.ts';
import { createIntake, WAITING } from './intake.ts';
import { saveSourceMap } from './source-map-store.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';
import { deleteExpired } from './cleanup.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.truncate());

const now = heldClock();
const groups = async () =>
  (
    await findGroups(
      database.db,
      { product: 'school', sort: 'last_seen', order: 'descending', limit: 50 },
      createCursors([Buffer.alloc(32)])(),
      async () => [],
      now(),
    )
  ).items;
const HOUR = 3_600_000;
const HERE = '192.0.2.1';
const call: BeaconReport = { kind: 'call', weight: 10, method: 'GET', path: '/a', status: 200, duration: 5 };
const error = (name: string): BeaconReport => ({
  kind: 'error',
  weight: 1,
  origin: 'error',
  name,
  message: '',
  frames: [],
  first: true,
  trail: [],
});
const beacon = (reports: readonly BeaconReport[], more: Partial<Beacon> = {}): Beacon => ({
  product: 'school',
  release: 'r1',
  page: '/',
  dropped: 0,
  malformed: 0,
  reports,
  ...more,
});
const intakeOf = (append: (reports: readonly StoredReport[]) => Promise<unknown>, db = database.db) => {
  const warned: string[] = [];
  const log = { warn: (_: object, text: string) => void warned.push(text) };
  const maps = { read: async () => [] };
  return { ...createIntake({ append, db, maps, now, log: log as never }), warned };
};

test('drops and counts reports beyond the queue, and keeps the rest', async () => {
  const kept: StoredReport[] = [];
  const intake = intakeOf(async reports => kept.push(...reports));
  for (let beacons = 0; beacons < 60; beacons++)
    intake.take(beacon(Array.from({ length: 100 }, () => call)), HERE);
  await intake.settled();
  expect(kept).toHaveLength(WAITING);
  expect(intake.counts).toMatchObject({ kept: WAITING, dropped: { waiting: 1000 } });
  expect(new Set(kept.map(({ id }) => id)).size).toBe(WAITING);
  expect(kept[0]).toMatchObject({
    kind: 'call',
    name: 'GET /a',
    weight: 10,
    value: 5,
    status: 200,
    received: now(),
  });
});

test('performance is kept with its network and the class of device that the user agent says, and nothing else of that', async () => {
  const kept: StoredReport[] = [];
  const intake = intakeOf(async reports => kept.push(...reports));
  const lcp: BeaconReport = {
    kind: 'performance',
    weight: 1,
    metric: 'LCP',
    value: 5,
    navigation: 'navigate',
  };
  const phone =
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
  intake.take(beacon([lcp, call]), HERE, phone);
  intake.take(beacon([lcp]), HERE, 'curl/8.5.0');
  intake.take(beacon([{ ...lcp, network: 'slow-2g' }]), HERE);
  await intake.settled();
  expect(kept.map(({ data }) => data)).toEqual([
    { navigation: 'navigate', device: 'phone' },
    undefined,
    { navigation: 'navigate' },
    { navigation: 'navigate', network: 'slow-2g' },
  ]);
  expect(JSON.stringify(kept)).not.toContain('Pixel');
});

test('a full log or an unavailable database is counted and logged, and the next report is stored', async () => {
  let full = true;
  const kept: StoredReport[] = [];
  const intake = intakeOf(async reports => {
    if (full) throw new Error('full');
    kept.push(...reports);
  });
  intake.take(beacon([call, call]), HERE);
  await intake.settled();
  expect(intake.counts.dropped.log).toBe(2);
  full = false;
  intake.take(beacon([call]), HERE);
  await intake.settled();
  expect(kept).toHaveLength(1);

  const away = intakeOf(async reports => kept.push(...reports), {
    insertInto: () => {
      throw new Error('away');
    },
  } as never);
  away.take(beacon([error('Lost')]), HERE);
  await away.settled();
  expect(kept).toHaveLength(2);
  expect(away.warned).toEqual(['error groups could not be kept']);
});

/** A name that no other of the numbers shares: a fingerprint has no digits. */
const named = (n: number) => `E${String.fromCodePoint(0x4e00 + n)}`;
/** An address of the nth network of /24. */
const from = (network: number, host = 1) => `10.${network >> 8}.${network & 255}.${host}`;
const countOf = async (name: string) => (await groups()).find(group => group.name === name)?.count;

test('500 new error groups an hour; what is beyond counts in one group that a rule sees', async () => {
  const kept: StoredReport[] = [];
  const intake = intakeOf(async reports => kept.push(...reports));
  for (let made = 0; made < 600; made++) intake.take(beacon([error(named(made))]), from(made));
  await intake.settled();
  expect(intake.counts).toMatchObject({ kept: 600, others: 100 });
  expect(await countOf('others')).toBe(100);
  // As rules count them, by `*` or by the group's id.
  const others = (await groups()).find(({ name }) => name === 'others');
  expect(kept.filter(({ kind, name }) => kind === 'error' && name === others?.id)).toHaveLength(100);
  // Known ones count on.
  intake.take(beacon([error(named(0))]), HERE);
  await intake.settled();
  expect(intake.counts.others).toBe(100);
  now.move(3_600_000);
  intake.take(beacon([error('E new')]), HERE);
  await intake.settled();
  expect(intake.counts.others).toBe(100);
});

test.each([
  ['/24', (n: number) => from(0, n % 250)],
  ['/48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
])(
  'a network of %s spends a tenth of the budgets, and errors of others have their groups',
  async (_, stranger) => {
    const intake = intakeOf(async () => {});
    for (let made = 0; made < 100; made++)
      intake.take(beacon([error(named(made))], { release: `made-up-${made}` }), stranger(made));
    intake.take(beacon([error('Real')], { release: 'r2' }), HERE);
    await intake.settled();
    expect(intake.counts.others).toBe(50);
    expect(await countOf('Real')).toBe(1);
    const releases = await database.db.selectFrom('monitor_releases').select('release').execute();
    expect(releases.map(({ release }) => release).toSorted()).toEqual(
      ['other', 'r2', ...Array.from({ length: 10 }, (_, n) => `made-up-${n}`)].toSorted(),
    );
  },
);

test('a product and a release whose source map was uploaded are never "other"', async () => {
  const kept: StoredReport[] = [];
  const intake = intakeOf(async reports => kept.push(...reports));
  for (let made = 0; made < 120; made++)
    intake.take(beacon([call], { product: `made-up-${made}`, release: `r${made}` }), from(made));
  await intake.settled();
  const real = { product: 'school', release: 'r2' };
  intake.take(beacon([call], real), HERE);
  await intake.settled();
  expect(kept.at(-1)).toMatchObject({ product: 'other', release: 'other' });
  await saveSourceMap(database.db, real, '/a.js', '{}', now());
  intake.take(beacon([call], real), HERE);
  await intake.settled();
  expect(kept.at(-1)).toMatchObject(real);
});

test('after a restart nothing is new that is in the database', async () => {
  const before = intakeOf(async () => {});
  const names = Array.from({ length: 120 }, (_, n) => named(n));
  for (const [n, name] of names.entries())
    before.take(beacon([error(name)], { release: `r${n % 20}` }), from(n));
  await before.close();
  const kept: StoredReport[] = [];
  const after = intakeOf(async reports => kept.push(...reports));
  // All from one network.
  for (const [n, name] of names.entries()) after.take(beacon([error(name)], { release: `r${n % 20}` }), HERE);
  await after.settled();
  expect(after.counts.others).toBe(0);
  expect(new Set(kept.map(({ release }) => release)).size).toBe(20);
});

test('two servers that record the same errors at once count all of them', async () => {
  const intakes = [intakeOf(async () => {}), intakeOf(async () => {}), intakeOf(async () => {})];
  const names = ['A', 'B', 'C', 'D'];
  for (let round = 0; round < 25; round++) {
    for (const [index, intake] of intakes.entries()) {
      const order = index % 2 ? names : names.toReversed();
      intake.take(beacon(order.map(error), { release: `r${round % 3}` }), HERE);
    }
  }
  await Promise.all(intakes.map(intake => intake.settled()));
  expect((await groups()).map(({ count }) => count)).toEqual([75, 75, 75, 75]);
});

/** One occurrence, in a page view of its own. */
const sighting = (name: string, at: number): Sighting => ({
  id: createHash('md5').update(name).digest('hex'),
  product: 'school',
  origin: 'error',
  name,
  message: '',
  culprit: '',
  frames: [],
  release: 'r1',
  first: at,
  last: at,
  count: 1,
  pages: 1,
  trail: [],
});

test('page views that a server of the release before counts are counted since the group is there, at the earliest since 0071', async () => {
  const { rows } = await sql<{ at: Date }>`
    select applied_at as at from migrations where name = '0071_pages_since.sql'`.execute(database.db);
  const migrated = rows[0]?.at.getTime() ?? 0;
  const older = sighting('Older', migrated - 60_000);
  const newer = sighting('Newer', migrated + 60_000);
  await saveSightings(database.db, [older, newer]);
  // As the release before leaves them.
  for (const table of ['error_groups', 'error_group_releases'] as const)
    await database.db.updateTable(table).set({ pages_since: null }).execute();
  /** As the list, the detail and its release say it. */
  const countsOf = async ({ id }: Sighting) => {
    const detail = await findGroup(database.db, id, now());
    const all = [(await groups()).find(group => group.id === id), detail?.group, detail?.releases[0]];
    return all.map(one => [one?.pages, one?.pages_since]);
  };
  const thrice = (pages: number, since: number) => Array.from({ length: 3 }, () => [pages, since]);
  expect(await countsOf(older)).toEqual(thrice(1, migrated));
  expect(await countsOf(newer)).toEqual(thrice(1, migrated + 60_000));
  const later = { first: migrated + 120_000, last: migrated + 120_000 };
  await saveSightings(database.db, [
    { ...older, ...later },
    { ...newer, ...later },
  ]);
  expect(await countsOf(older)).toEqual(thrice(2, migrated));
  expect(await countsOf(newer)).toEqual(thrice(2, migrated + 60_000));
});

test('of occurrences that are written together the first tells since when page views are counted', async () => {
  const all = [3_000, 1_000, 2_000].map(at => sighting('Together', at));
  await saveSightings(database.db, [{ ...sighting('Together', 500), pages: 0 }, ...all]);
  expect(await groups()).toMatchObject([{ first_seen: 500, pages: 3, pages_since: 1_000 }]);
});

test('writes waiting reports when it closes, and accepts no more', async () => {
  const kept: StoredReport[] = [];
  const intake = intakeOf(async reports => kept.push(...reports));
  intake.take(beacon([call], { dropped: 3, malformed: 2 }), HERE);
  await intake.close();
  intake.take(beacon([call]), HERE);
  await intake.settled();
  expect(kept).toHaveLength(1);
  expect(intake.counts.dropped).toEqual({ page: 3, form: 2, waiting: 1, log: 0 });
});

test('a release keeps when it was reported last, to the hour, and is deleted 90 days after that', async () => {
  const clock = heldClock();
  const began = clock();
  const intake = createIntake({
    append: async () => {},
    db: database.db,
    maps: { read: async () => [] },
    now: clock,
    log: { warn: () => {} } as never,
  });
  const reported = async () => {
    intake.take(beacon([call]), HERE);
    await intake.settled();
    const rows = await database.db.selectFrom('monitor_releases').selectAll().execute();
    return rows.map(({ first_seen, last_seen }) => [
      first_seen.getTime() - began,
      (last_seen?.getTime() ?? 0) - began,
    ]);
  };
  expect(await reported()).toEqual([[0, 0]]);
  clock.move(HOUR - 1);
  expect(await reported()).toEqual([[0, 0]]);
  clock.move(1);
  expect(await reported()).toEqual([[0, HOUR]]);
  expect(await deleteExpired(database.db, began + 90 * 24 * HOUR + 1)).toBe(0);
  expect(await deleteExpired(database.db, clock() + 90 * 24 * HOUR + 1)).toBe(1);
});

test('groups without a report for 90 days are deleted, ignored ones stay', async () => {
  const intake = intakeOf(async () => {});
  intake.take(beacon([error('Old'), error('Ignored')]), HERE);
  await intake.settled();
  const ignored = (await groups()).find(({ name }) => name === 'Ignored');
  await database.db
    .updateTable('error_groups')
    .set({ status: 'ignored' })
    .where('id', '=', ignored?.id ?? '')
    .execute();
  expect(await deleteExpired(database.db, now())).toBe(0);
  expect(await deleteExpired(database.db, now() + 91 * 86_400_000)).toBe(1);
  expect(await groups()).toMatchObject([{ name: 'Ignored' }]);
});
