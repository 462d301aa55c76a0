import { expect, test } from 'vitest';
import { HOUR } from '../tables.ts';
import { eventAt } from '../testing/events.ts';
import { ClickHouse } from './client.ts';
import type { ClickHouseStore } from './clickhouse-store.ts';
import { clearDeleted } from './deleted-rows.ts';
import type { StoreLocks } from './locks.ts';
import { isWriting, whyStill } from './standstill.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { testStore } from './testing/store.ts';

const started = clickHouseAndPostgres();

/** Noon and half past two in the night after it, in China. */
const NOON = Date.UTC(2026, 10, 21, 4);
const NIGHT = Date.UTC(2026, 10, 21, 18, 30);

/** Milliseconds by which clocks of servers may differ. */
const SKEW = 600_000;

/** What other tables' parts hold, which were merged while a test ran, makes an answer some seconds earlier. */
const near = (answer: number, expected: number): boolean => answer <= expected && answer > expected - 120_000;

/** A store with an hour's events of some users, whose clock the test moves. */
const open = async (users: readonly string[]) => {
  const clock = { now: NOON };
  const database = `d${crypto.randomUUID().replaceAll('-', '')}`;
  const store = testStore(started.server.url, started.postgres, () => clock.now, { database });
  const events = users.map((user, n) => eventAt(NOON - HOUR + n, { user, duration: 10 }));
  await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
  const client = new ClickHouse({ url: started.server.url, database });
  // Seconds after which ClickHouse removes the files of rewritten parts.
  const lifetime = (seconds: number) =>
    client.run(`ALTER TABLE events MODIFY SETTING old_parts_lifetime = ${seconds}`);
  await lifetime(600);
  const close = () => Promise.all([store.close(), client.close()]);
  return { clock, store, client, lifetime, close };
};

const onDisk = (client: ClickHouse) =>
  client.rows('SELECT user_id AS user FROM events ORDER BY user', {}, { apply_deleted_mask: 0 });
const sums = (store: ClickHouseStore) =>
  store.query('SELECT sum(events) AS events, sum(duration) AS duration FROM hourly');
const oldPartsGone = (client: ClickHouse) =>
  expect
    .poll(
      () =>
        client.rows(
          "SELECT name FROM system.parts WHERE NOT active AND database = currentDatabase() AND table = 'events'",
        ),
      { interval: 200 },
    )
    .toEqual([]);

test('marks rows by day, writes them away at night, and says so once the old files are gone', async () => {
  const { clock, store, client, lifetime, close } = await open(['a', 'b', 'c']);
  expect(await store.erase({ user: 'a' })).toBe(1);
  expect(await sums(store)).toEqual([{ events: 2, duration: 20 }]);
  clock.now = NOON + HOUR;
  // As another process, whose clock is behind, may have said that the erasure is done.
  expect(await store.clear()).toBe(NOON - SKEW);
  expect(await onDisk(client)).toEqual([{ user: 'a' }, { user: 'b' }, { user: 'c' }]);

  clock.now = NIGHT;
  // The parts from before still hold the marked rows, whenever these were erased.
  expect(await store.clear()).toBe(0);
  expect(await onDisk(client)).toEqual([{ user: 'b' }, { user: 'c' }]);
  expect(await sums(store)).toEqual([{ events: 2, duration: 20 }]);

  // What is erased after that waits for the next night.
  clock.now = NIGHT + 1000;
  expect(await store.erase({ user: 'b' })).toBe(1);
  await lifetime(1);
  await oldPartsGone(client);
  clock.now = NIGHT + HOUR;
  expect(await store.clear()).toBe(NIGHT + 1000 - SKEW);
  expect(await onDisk(client)).toEqual([{ user: 'b' }, { user: 'c' }]);
  clock.now = NIGHT + 24 * HOUR;
  await store.clear();
  expect(await onDisk(client)).toEqual([{ user: 'c' }]);
  expect(await sums(store)).toEqual([{ events: 1, duration: 10 }]);
  await close();
});

test('tells of those whose files are gone while others are erased that night', async () => {
  const { clock, store, client, close } = await open(['a', 'b', 'c']);
  await store.erase({ user: 'a' });
  clock.now = NIGHT;
  await store.clear();
  clock.now = NIGHT + 1000;
  await store.erase({ user: 'b' });
  // This part has a marked row and is not active any more.
  await store.erase({ user: 'c' });
  expect(await store.clear()).toBe(0);
  await client.run("ALTER TABLE meta UPDATE value = value - 3600 WHERE name = 'cleared'", {
    settings: { mutations_sync: '2' },
  });
  // As if the files of the night's parts were gone for long.
  expect(near(await store.clear(), NIGHT + 1000 - SKEW)).toBe(true);
  await close();
});

test('does not take rows for gone that a merge has left out while its old files are there', async () => {
  const { clock, store, client, close } = await open(['a', 'b']);
  await store.erase({ user: 'a' });
  await client.run('OPTIMIZE TABLE events FINAL');
  expect(await onDisk(client)).toEqual([{ user: 'b' }]);
  clock.now = NOON + HOUR;
  expect(await store.clear()).toBe(NOON - SKEW);
  // By night there is nothing to write, and the file from before is still there.
  clock.now = NIGHT;
  expect(await store.clear()).toBe(0);
  await close();
});

test('clears by day what a server erased that runs in no night', async () => {
  const { clock, store, client, close } = await open(['a', 'b']);
  await store.erase({ user: 'a' });
  clock.now = NOON + 24 * HOUR - 1;
  expect(await store.clear()).toBe(NOON - SKEW);
  expect(await onDisk(client)).toEqual([{ user: 'a' }, { user: 'b' }]);
  clock.now += 1;
  expect(await store.clear()).toBe(0);
  expect(await onDisk(client)).toEqual([{ user: 'b' }]);
  await close();
});

test.each([
  ['whose time nobody noted', "ALTER TABLE meta DELETE WHERE name = 'erased'", NOON],
  ['that a clock noted which was put back since', 'SELECT 1', NOON - HOUR],
])('clears at once what is marked and %s', async (_, statement, now) => {
  const { clock, store, client, close } = await open(['a', 'b']);
  await store.erase({ user: 'a' });
  await client.run(statement, { settings: { mutations_sync: '2' } });
  clock.now = now;
  expect(await store.clear()).toBe(0);
  expect(await onDisk(client)).toEqual([{ user: 'b' }]);
  await close();
});

test('an erasure that ended before it marked anything keeps nobody from being told', async () => {
  const { clock, store, client, close } = await open(['a']);
  await client.insert('meta', ['name', 'value'], [['erased', NOON]]);
  expect(near(await store.clear(), NOON - SKEW)).toBe(true);
  clock.now = NIGHT;
  expect(near(await store.clear(), NIGHT - SKEW)).toBe(true);
  await close();
});

test('withdraws what ClickHouse does not begin, so that erasures go on', async () => {
  const { clock, store, client, close } = await open(['a', 'b', 'c']);
  await store.erase({ user: 'a' });
  clock.now = NIGHT;
  const [{ database } = { database: '' }] = await client.rows<{ database: string }>(
    'SELECT currentDatabase() AS database',
  );
  const hasty = new ClickHouse({ url: started.server.url, database, loadTimeout: 5_000 });
  const place = { store: hasty, layout: { database, cluster: undefined } };
  const pending = () =>
    client.rows(
      "SELECT command FROM system.mutations WHERE database = currentDatabase() AND table = 'events' AND NOT is_done",
    );
  const seen: unknown[] = [];
  const locks: StoreLocks = {
    maintenance: work =>
      work(
        within => within(),
        async () => {},
      ),
    loadingOld: work => work(),
  };
  const pause = async () => {
    if (seen.length > 0) return;
    seen.push(await pending(), await isWriting(place, 'events'));
    seen.push(await whyStill(place, 'events'), await whyStill(place, 'events', 1e12));
  };
  await client.run('SYSTEM STOP MERGES events');
  try {
    const cleared = clearDeleted({ ...place, locks, pause, now: () => clock.now });
    await expect(cleared).rejects.toThrow('have not gone on for 20 minutes');
    expect(seen).toEqual([
      [{ command: expect.stringContaining('APPLY DELETED MASK') }],
      false,
      expect.stringContaining('does not begin them'),
      expect.stringMatching(
        /^Disk default of \S+ has no room to write a part anew: that takes \d+ free bytes/,
      ),
    ]);
    expect(await pending()).toEqual([]);
  } finally {
    await client.run('SYSTEM START MERGES events');
    await hasty.close();
  }
  expect(await store.erase({ user: 'b' })).toBe(1);
  clock.now = NIGHT + 24 * HOUR;
  await store.clear();
  expect(await onDisk(client)).toEqual([{ user: 'c' }]);
  await close();
});

test('an erasure withdraws the writing of a process that has ended, behind which it would wait', async () => {
  const { store, client, close } = await open(['a', 'b']);
  await store.erase({ user: 'a' });
  await client.run('SYSTEM STOP MERGES events');
  await client.run('ALTER TABLE events APPLY DELETED MASK', { settings: { mutations_sync: '0' } });
  const erased = store.erase({ user: 'b' });
  // What it sends itself stays until it is done.
  await expect
    .poll(() =>
      client.rows(
        "SELECT command FROM system.mutations WHERE database = currentDatabase() AND table = 'events' AND NOT is_done",
      ),
    )
    .toEqual([{ command: expect.stringContaining('_row_exists') }]);
  await client.run('SYSTEM START MERGES events');
  expect(await erased).toBe(1);
  await close();
});
