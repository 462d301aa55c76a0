import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClickHouse } from './client.ts';
import { convert, FORM, FORM_BEFORE } from './forms.ts';
import { joinsOf } from './people.ts';
import { createTables, eventColumns } from './tables.ts';
import { withoutErased } from './waiting.ts';
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
  const plan = await store.rows<{ explain: string }>(
    `EXPLAIN projections = 1 SELECT sum(events) FROM hourly WHERE product = 'school' AND hour >= ${hour} AND platform = 'web'`,
  );
  expect(plan.map(({ explain }) => explain).join('\n')).toContain('ReadFromMergeTree (hours)');
});

test('has statements for a cluster that ClickHouse can parse', async () => {
  const cluster = { database: 'rollcall', cluster: "school's" };
  const statements = [...createTables(cluster), ...convert(cluster)];
  expect(statements.length).toBeGreaterThan(20);
  for (const statement of statements) await store.run(`EXPLAIN AST ${statement}`);
  await expect(store.run(`EXPLAIN AST ${statements[0]} and`)).rejects.toThrow('Syntax error');
});

/** Opens a database with the tables of the release before. */
const before = async (name: string) => {
  const admin = new ClickHouse({ url: server.url, database: 'default' });
  const tables = new ClickHouse({ url: server.url, database: name });
  await admin.run(`CREATE DATABASE ${name}`);
  const made = await readFile(new URL('testing/form-10.sql', import.meta.url), 'utf8');
  for (const statement of made.split('\n').filter(line => line.startsWith('CREATE')))
    await tables.run(statement.replace(/;$/, ''));
  await tables.insert('migrations', ['step'], [[FORM_BEFORE]]);
  const close = () => Promise.all([admin.close(), tables.close()]);
  return { admin, tables, of: { database: name, cluster: undefined }, close };
};

test('converts the tables of the release before, with the rows that they hold', async () => {
  const { admin, tables, of, close } = await before('older');
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
  // Marked as the release before erases; the conversion removes it.
  await tables.run(`DELETE FROM events WHERE person = 0 AND id = '${id(0)}'`);
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
  const seen = async () => ({
    joins: await tables.rows(
      `SELECT device, time, user FROM ${withoutErased(joinsOf(), [])} ORDER BY device`,
    ),
    hours: await tables.rows('SELECT sum(events) AS events FROM hourly'),
  });
  const held = await seen();
  expect(held.joins).toEqual([
    { device: 7, time, user: 2 },
    { device: 8, time: time + 1, user: 4 },
  ]);
  // A conversion that was interrupted is done again.
  for (const statement of convert(of).slice(0, 5)) await tables.run(statement);
  await migrate(admin, tables, of);
  expect(await seen()).toEqual(held);
  await expect
    .poll(() =>
      tables.rows(
        "SELECT count() AS n FROM system.parts WHERE database = 'older' AND active AND has_lightweight_delete",
      ),
    )
    .toEqual([{ n: 0 }]);
  /** What is there by name, as it is made; settings stand in another order. */
  const formOf = (database: string) =>
    admin.rows(
      `SELECT name, replaceAll(splitByString(' SETTINGS ', create_table_query)[1], '${database}.', '') AS form
       FROM system.tables WHERE database = '${database}' ORDER BY name`,
    );
  expect(await formOf('older')).toEqual(await formOf('rollcall'));
  await close();
});

test.each([
  [FORM_BEFORE - 1, 'Start the release before this one first'],
  [FORM + 1, 'Start the version that wrote it, or a later one'],
])('refuses a database of the form %i by name, and changes nothing', async (form, said) => {
  const { admin, tables, of, close } = await before(`form${form}`);
  await tables.run('TRUNCATE TABLE migrations');
  await tables.insert('migrations', ['step'], [[form]]);
  await expect(migrate(admin, tables, of)).rejects.toThrow(said);
  expect(await tables.rows('SELECT count() AS n FROM active_days')).toEqual([{ n: 0 }]);
  await close();
});

test('has every insert on the disk before it is answered', async () => {
  const tables = await store.rows<{ name: string; engine_full: string }>(
    `SELECT name, engine_full FROM system.tables
     WHERE database = 'rollcall' AND engine LIKE '%MergeTree' AND name != 'migrations' ORDER BY name`,
  );
  expect(tables.map(({ name }) => name)).toEqual([
    'active_persons_archive',
    'checks',
    'device_users',
    'erased_ids',
    'events',
    'hourly_archive',
    'meta',
    'people_at',
    'people_rows',
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
