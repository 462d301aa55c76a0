/**
 * SQL of operators in ClickHouse: the views, and which statements run. libchdb has no users: that the rights of one hold is not shown
 * here, only what a user has to have (`user.test.ts`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { type SqlData, SqlFault } from '../../../features/usage/sql/engine.ts';
import { SqlProcesses } from '../../embedded/sql/sql-processes.ts';
import { nightlyFiles, SQL_KEY, sqlEvents, sqlPeople } from '../../embedded/sql/testing/files.ts';
import { ClickHouse } from '../store/client.ts';
import { literal } from '../store/literal.ts';
import { clickHouseAndPostgres } from '../store/testing/set-up.ts';
import { testStore } from '../store/testing/store.ts';
import { ClickHouseSql } from './clickhouse-sql.ts';
import { limits } from './user.ts';
import { createSqlViews, sqlDatabase, sqlTables } from './views.ts';

const started = clickHouseAndPostgres();
const tables = 'school';
const database = sqlDatabase(tables);
const signal = new AbortController().signal;
const document = readFileSync(join(import.meta.dirname, '../../../../../../docs/sql.md'), 'utf8');
const [, guide = ''] = /```sql\n([\s\S]*?)```/.exec(document) ?? [];
let sql: ClickHouseSql;
let client: ClickHouse;
let data: SqlData;

beforeAll(async () => {
  const { url } = started.server;
  const store = testStore(url, started.postgres, () => NOW, { database: tables });
  await store.load({ partition: 0, from: 0, to: 1, events: sqlEvents, reports: [] });
  await store.changePeople({ from: 0, to: 1, people: sqlPeople, gone: [] });
  await store.close();
  client = new ClickHouse({ url, database: tables });
  const prepare = () => createSqlViews(client, { database: tables, cluster: undefined }, SQL_KEY);
  sql = new ClickHouseSql({
    url,
    database,
    prepare,
    now: () => NOW,
    look: async () => ({
      grants: [`GRANT SELECT ON ${database}.* TO reader`],
      databases: [database],
      settings: Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
      readsSystem: false,
    }),
    timeout: 600_000,
  });
  // A release that starts again makes them again.
  await prepare();
  const found = await sql.data();
  if ('off' in found) throw new Error(found.off);
  data = found;
});
afterAll(async () => {
  await sql?.close();
  await client?.close();
});

const rows = async (text: string) => (await data.run(text, 'admin', signal)).rows;

test('the views answer what the nightly files answer, with the same hashes', async () => {
  const { files, remove } = await nightlyFiles();
  const duck = new SqlProcesses({ timeout: 600_000 });
  try {
    for (const text of [
      'select person, key, signed_in, bot, duration, product, kind, sequence from events order by time, sequence',
      'select day, count(*) as n, count(distinct person) as people from events group by day order by day',
      'select person, events, pages, entry_page, exit_page, day from sessions order by begun',
      'select person, grade, signed_up, site from people',
      'with s as (select person from sessions) select count(*) from s where person in (select person from people)',
    ])
      expect(await rows(text)).toEqual((await duck.run(text, files, 'admin', signal)).rows);
  } finally {
    await duck.close();
    await remove();
  }
});

test('the tables have the columns that are said, and no text of a view has the key', async () => {
  const described = await client.rows<{ table: string; name: string; type: string }>(
    `SELECT table, name, type FROM system.columns WHERE database = '${database}' ORDER BY table, position`,
  );
  for (const [table, columns] of Object.entries(sqlTables)) {
    const own = described.filter(row => row.table === table);
    expect(own.map(({ name }) => name)).toEqual(Object.keys(columns));
    const plain = (type: string) => type.replaceAll(/LowCardinality\((.*)\)/g, '$1');
    expect(Object.fromEntries(own.map(({ name, type }) => [name, plain(type)]))).toEqual(columns);
  }
  const [made] = await client.rows<{ text: string }>(
    `SELECT arrayStringConcat(groupArray(create_table_query)) AS text FROM system.tables WHERE database = '${database}'`,
  );
  expect(made?.text).toMatch(/SQL SECURITY DEFINER/);
  expect(made?.text).not.toContain(SQL_KEY);
});

test.each([
  'select 1 intersect select 1',
  'select * from numbers(3)',
  '(select 1) union all select 2',
  'select count() from (select * except (data) from events)',
  'select argMin(key, time) over (partition by person) from events',
])('%s runs', async text => {
  expect(await rows(text)).not.toEqual([]);
});

const single = /Only a single SELECT/;
test.each([
  ['show tables', single],
  ['describe events', single],
  ['explain select 1', single],
  ["insert into events (key) values ('x')", single],
  ['drop view events', single],
  ['set readonly = 0', single],
  ['select 1 settings readonly = 0', /SETTINGS/],
  ['select 1 format CSV', single],
  ['select * from (select 1 settings max_threads = 64)', /SETTINGS/],
  ["select file('/etc/passwd')", /function file/],
  ["select FILE('/etc/passwd')", /function file/],
  ['select key as path from events where file(path) != 1', /function file/],
  ["select arrayMap(x -> file(x), ['/etc/passwd'])", /function file/],
  ["select arrayMap(file, ['/etc/passwd'])", /function file/],
  ["select * apply(file) from (select '/etc/passwd')", /APPLY/],
  ["select * from file('/etc/passwd', 'LineAsString')", /function file/],
  ["select * from url('http://127.0.0.1:9/x', 'LineAsString')", /function url/],
  ["select * from s3('https://bucket/x.csv')", /function s3/],
  ["select * from remote('127.0.0.1', 'system.one')", /function remote/],
  ["select * from merge('school', '.*')", /function merge/],
  ['select * from view(select 1)', /function view/],
  ["select * from executable('x.sh', TabSeparated, 'a Int')", /function executable/],
  ['select sleep(3)', /function sleep/],
  ['select nothing from events', /nothing/],
  ['select', /Syntax error/],
])('%s is refused', async (text, said) => {
  const error: unknown = await rows(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SqlFault);
  expect((error as SqlFault).why).toBe('statement');
  expect((error as SqlFault).message).toMatch(said);
});

test('the user of libchdb, who may do everything, is refused', async () => {
  const all = new ClickHouseSql({
    url: started.server.url,
    database,
    prepare: async () => {},
    now: () => NOW,
  });
  expect(await all.data()).toMatchObject({ off: 'user' });
  await all.close();
});

test('within the limits of the guide more events than rows of an answer are counted, and more rows are refused', async () => {
  const many = { database: 'many', cluster: undefined };
  const views = sqlDatabase(many.database);
  const store = testStore(started.server.url, started.postgres, () => NOW, { database: many.database });
  const events = Array.from({ length: 20_000 }, (_, n) =>
    eventAt(NOW - n, { kind: 1, key: `/${n % 7}`, user: `u${n % 9_000}` }),
  );
  await store.load({ partition: 0, from: 0, to: events.length, events, reports: [] });
  await store.close();
  const own = new ClickHouse({ url: started.server.url, database: many.database });
  try {
    await createSqlViews(own, many, SQL_KEY);
    const limited = ([, name = '', value = '']: RegExpExecArray) => [name, value];
    // All but the time, which depends on the machine.
    const named = /(max_memory_usage|max_result_\w+|result_overflow_mode) = '?(\w+)'?/g;
    const settings = Object.fromEntries([...guide.matchAll(named)].map(limited));
    expect(Object.keys(settings)).toHaveLength(4);
    const ask = async (sql: string) => (await own.rows<{ n: number }>(sql, {}, settings)).map(({ n }) => n);
    expect(await ask(`select count() as n from ${views}.events`)).toEqual([20_000]);
    expect(
      await ask(`select count() as n from ${views}.events group by key order by n desc limit 2`),
    ).toEqual([2858, 2857]);
    expect(await ask(`select count() as n from ${views}.sessions`)).toEqual([9_000]);
    expect(
      await ask(
        `select count() as n from ${views}.events where person in (select person from ${views}.events where key != '')`,
      ),
    ).toEqual([20_000]);
    await expect(ask(`select sequence as n from ${views}.events`)).rejects.toMatchObject({ code: '396' });
  } finally {
    await own.close();
  }
});

test('people are named with the newest key, and without one not at all', async () => {
  const layout = { database: tables, cluster: undefined };
  const person = "select any(person) as who from events where person is not null and signed_in and key = '/'";
  const [before] = await rows(person);
  // Less than the one before as a text.
  await createSqlViews(client, layout, '0a'.repeat(32));
  const [after] = await rows(person);
  expect(after).not.toEqual(before);
  await createSqlViews(client, layout, SQL_KEY);
  expect(await rows(person)).toEqual([before]);
  await client.run('TRUNCATE TABLE sql_key');
  await expect(rows(person)).rejects.toThrow(/the key of the hashes is not here/);
  await createSqlViews(client, layout, SQL_KEY);
  expect(await rows(person)).toEqual([before]);
});

test('ClickHouse reads the statements of the guide', async () => {
  const statements = guide.split(';').filter(each => each.trim() !== '');
  expect(statements).toHaveLength(3);
  for (const each of statements) {
    const [row] = await client.rows<{ text: string }>(`SELECT formatQuery(${literal(each)}) AS text`);
    expect(row?.text).toMatch(/^(?:CREATE SETTINGS PROFILE|CREATE USER|GRANT)/);
  }
});
