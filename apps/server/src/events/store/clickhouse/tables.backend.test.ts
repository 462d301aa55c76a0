import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClickHouse } from './client.ts';
import { forms } from './forms.ts';
import { eventColumns } from './tables.ts';
import { migrate } from './migrations.ts';
import { type ClickHouseServer, startClickHouse } from './testing/server.ts';

let server: ClickHouseServer;
let store: ClickHouse;
const layout = { database: 'rollcall', cluster: undefined };

beforeAll(async () => {
  server = await startClickHouse();
  store = new ClickHouse({ url: server.url, database: 'rollcall' });
  const admin = new ClickHouse({ url: server.url, database: 'default' });
  await migrate(admin, store, layout);
  await migrate(admin, store, layout);
  await admin.close();
});
afterAll(async () => {
  await store.close();
  await server.remove();
});

test('answers sums of hours from projections, through the views, by product and hour', async () => {
  const columns = [
    'id',
    'product',
    'time',
    'received',
    'kind',
    'key',
    'flags',
    'person',
    'duration',
    'platform',
    'user_id',
  ];
  const row = (n: number) => [
    `0197d5a6-0000-7000-8000-${String(n).padStart(12, '0')}`,
    'school',
    1_795_000_000_000 + n * 60_000,
    1_795_000_000_000,
    n % 4,
    'lesson',
    0,
    n % 7,
    n % 3 === 0 ? n : null,
    n % 2 === 0 ? 'web' : null,
    n % 2 === 0 ? 'user' : null,
  ];
  const rows = Array.from({ length: 1000 }, (_, n) => row(n));
  await store.insert('events', columns, rows, 'one');
  await store.insert('events', columns, rows, 'one');
  expect(Object.keys(eventColumns)).toEqual(expect.arrayContaining(columns));
  const hour = Math.floor(1_795_000_000_000 / 3_600_000);
  expect(
    await store.query(
      `SELECT sum(events) AS events, sum(timed) AS timed, sum(duration) AS spent FROM hourly
       WHERE product = {product:String} AND hour >= {hour:Int64}`,
      { product: 'school', hour },
    ),
  ).toEqual([{ events: 1000, timed: 334, spent: 166_833 }]);
  expect(
    await store.query('SELECT uniqExact(person) AS people, min(first_at) AS first FROM active_persons'),
  ).toEqual([{ people: 7, first: 1_795_000_000_000 }]);
  const plan = await store.rows<{ explain: string }>(
    `EXPLAIN projections = 1 SELECT sum(events) FROM hourly WHERE product = 'school' AND hour >= ${hour} AND platform = 'web'`,
  );
  expect(plan.map(({ explain }) => explain).join('\n')).toContain('ReadFromMergeTree (hours)');
});

test('has statements for a cluster that ClickHouse can parse', async () => {
  const cluster = { database: 'rollcall', cluster: "school's" };
  const statements = forms.flatMap(form => form(cluster));
  expect(statements.length).toBeGreaterThan(20);
  for (const statement of statements) await store.run(`EXPLAIN AST ${statement}`);
  await expect(store.run(`EXPLAIN AST ${statements[0]} and`)).rejects.toThrow('Syntax error');
});

test('brings tables of the fourth form up to date, with the rows that they hold', async () => {
  const older = { database: 'older', cluster: undefined };
  const admin = new ClickHouse({ url: server.url, database: 'default' });
  const tables = new ClickHouse({ url: server.url, database: 'older' });
  await admin.run('CREATE DATABASE older');
  await admin.run('CREATE TABLE older.migrations (step UInt32) ENGINE = MergeTree ORDER BY step');
  for (const statement of forms.slice(0, 4).flatMap(form => form(older))) await tables.run(statement);
  await tables.insert('migrations', ['step'], [[4]]);
  const id = (n: number) => `0197d5a6-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const time = 1_795_000_000_000;
  await tables.insert(
    'events',
    ['id', 'product', 'time', 'kind', 'key', 'person'],
    Array.from({ length: 100 }, (_, n) => [id(n), 'school', time + n, n % 2 === 0 ? 1 : 9, '/', n % 10]),
  );
  // So many that a projection takes its time.
  await tables.run(
    `INSERT INTO events (id, product, time, kind, key, person) SELECT generateUUIDv4(), 'school', ${time + 1000}, 9, '/', number FROM numbers(1000000)`,
  );
  // Of equal times and sequence numbers the lesser id is the first.
  await tables.insert(
    'device_users',
    ['device', 'person', 'flags', 'first'],
    [
      [7, 1, 0, [time, 3, id(2)]],
      [7, 2, 0, [time, 3, id(1)]],
      [7, 3, 0, [time, 4, id(0)]],
      [8, 4, 0, [time + 1, 0, id(9)]],
    ],
  );
  // Becomes one row with an earlier one.
  await tables.insert(
    'device_users',
    ['device', 'person', 'flags', 'first'],
    [[8, 4, 0, [time + 5, 0, id(5)]]],
  );
  const seen = async () => ({
    firsts: await tables.rows(
      'SELECT person, minIf(time, kind <= 2) AS first FROM events GROUP BY person HAVING countIf(kind <= 2) > 0 ORDER BY person',
    ),
    active: await tables.rows('SELECT person, first_at FROM active_persons ORDER BY person'),
    joins: await tables.rows('SELECT device, time, person FROM joins ORDER BY device'),
  });
  const before = await seen();
  expect(before.firsts).toHaveLength(5);
  expect(before.joins).toEqual([
    { device: 7, time, person: 2 },
    { device: 8, time: time + 1, person: 4 },
  ]);
  await migrate(admin, tables, older);
  expect(await seen()).toEqual(before);
  const unplaced = async () =>
    (
      await tables.rows<{ parts: number }>(
        `SELECT uniqExact(name) - uniqExactIf(name, column = 'place') AS parts FROM system.parts_columns
         WHERE database = 'older' AND table = 'device_users' AND active`,
      )
    )[0]?.parts;
  await expect.poll(unplaced).toBe(0);
  await tables.insert(
    'device_users',
    ['device', 'person', 'flags', 'first'],
    [[8, 5, 0, [time + 1, 1, id(0)]]],
  );
  await tables.run('OPTIMIZE TABLE device_users FINAL');
  expect(await seen()).toEqual(before);
  expect(await tables.rows('SELECT count() AS rows FROM device_users')).toEqual([{ rows: 5 }]);
  expect(
    await tables.rows(
      "SELECT name FROM system.projections WHERE database = 'older' AND table = 'events' ORDER BY name",
    ),
  ).toEqual([{ name: 'by_id' }, { name: 'hours' }, { name: 'view_hours' }]);
  await Promise.all([admin.close(), tables.close()]);
});

test('has every insert on the disk before it is answered', async () => {
  const tables = await store.rows<{ name: string; engine_full: string }>(
    `SELECT name, engine_full FROM system.tables
     WHERE database = 'rollcall' AND engine LIKE '%MergeTree' AND name != 'migrations' ORDER BY name`,
  );
  expect(tables.map(({ name }) => name)).toEqual([
    'active_days',
    'active_persons_archive',
    'checks',
    'counted_days',
    'daily_transitions',
    'device_users',
    'erased_ids',
    'events',
    'hourly_archive',
    'meta',
    'reports',
    'transitions_archive',
  ]);
  for (const { engine_full: engine, name } of tables)
    expect(engine, name).toMatch(/fsync_after_insert = 1, fsync_part_directory = 1/);
});

test('refuses a query too many, and ends one whose time is over or whose caller has gone', async () => {
  const slow = 'SELECT count() AS n FROM numbers(1000000000000) WHERE number % 3 = 1';
  await expect(store.query(slow, {}, { timeout: 300 })).rejects.toMatchObject({
    name: 'QueryCancelled',
    why: 'time',
  });
  const gone = new AbortController();
  const running = store.query(slow, {}, { signal: gone.signal });
  gone.abort();
  await expect(running).rejects.toMatchObject({ name: 'QueryCancelled', why: 'caller' });
  const many = Array.from({ length: 32 }, () => store.query('SELECT 1 AS one'));
  await expect(store.query('SELECT 1 AS one')).rejects.toMatchObject({ name: 'QueryQueueFull' });
  expect(await Promise.all(many)).toHaveLength(32);
});
