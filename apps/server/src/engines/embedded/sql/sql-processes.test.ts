/** SQL of operators over nightly files, and what it must not reach. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { sqlLimits } from '@rollcall/contract/console';
import { afterAll, expect, test } from 'vitest';
import { SqlFault } from '../../../features/usage/sql/engine.ts';
import { SqlProcesses } from './sql-processes.ts';
import { nightlyFiles } from './testing/files.ts';

const { folder, files, remove } = await nightlyFiles();
// No test waits for it.
const sql = new SqlProcesses({ timeout: 600_000 });
afterAll(async () => {
  await sql.close();
  await remove();
});

const run = (text: string, by = 'admin', signal = new AbortController().signal) =>
  sql.run(text, files, by, signal);
const rows = async (text: string) => (await run(text)).rows;
const fault = async (text: string, by = 'admin'): Promise<SqlFault> => {
  const error: unknown = await run(text, by).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SqlFault)) throw new Error(`${text}: ${String(error)}`);
  return error;
};

test('a SELECT sees events with the person whose device it was, sessions and people', async () => {
  expect(
    await run('select day, key, count(*) as n, 0.5 as half from events group by all order by day, key'),
  ).toEqual({
    columns: [
      { name: 'day', numeric: false },
      { name: 'key', numeric: false },
      { name: 'n', numeric: true },
      { name: 'half', numeric: true },
    ],
    rows: [
      ['2026-11-19', '/', 1, 0.5],
      ['2026-11-19', '/lesson', 2, 0.5],
      ['2026-11-20', '/', 1, 0.5],
    ],
    cut: false,
  });
  expect(await rows('select count(distinct person), count(*) filter (signed_in) from events')).toEqual([
    [2, 3],
  ]);
  expect(
    await rows(
      'select grade, signed_up, events, pages, entry_page, exit_page from sessions join people using (person) order by begun',
    ),
  ).toEqual([
    [7, '2026-11-16', 2, 2, '/', '/lesson'],
    [7, '2026-11-16', 1, 1, '/lesson', '/lesson'],
  ]);
  expect(await rows("select data->>'score', data->>'it''s' from events where data is not null")).toEqual([
    ['90', '数学'],
  ]);
});

test('a SELECT may name others of its own', async () => {
  expect(
    await rows(
      'with A as (select 1 as a), b as (select * from a) select * from B, (with c as (from a) from c) d',
    ),
  ).toEqual([[1, 1]]);
});

test('a SELECT has the functions and signs of analysis', async () => {
  expect(
    await rows(`
      select upper(key), date_trunc('month', time)::date::varchar, row_number() over (order by time),
        sum(count(*)) over (rows between unbounded preceding and current row)::int, 2 ** 3 + 7 % 4 - 1 // 1,
        [x * 2 for x in [1, 2]], {'a': [1, 2][1]}.a, 'a' || 'b' ~ 'a.', not key ilike '%LESS%', coalesce(null, 1), 5 between 1 and 7,
        extract(year from time), interval 2 day > interval 1 day, quantile_cont(duration, 0.5), epoch_ms(time) > 0, -duration, try_cast('a' as int)
      from events where day = date '2026-11-20' and key <> '' group by key, time, duration`),
  ).toMatchObject([
    ['/', '2026-11-01', 1, 1, 10, '[2,4]', 1, true, true, 1, true, 2026, true, null, true, null, null],
  ]);
  expect(
    await rows(
      "pivot (select day::varchar as d, kind from events) on kind in ('view', 'custom') using count(*) order by d",
    ),
  ).toHaveLength(2);
  expect(await rows('summarize select 1 as a')).toHaveLength(1);
});

test('the tables have the columns that are said', async () => {
  for (const [table, columns] of Object.entries(sql.tables))
    expect(Object.fromEntries((await rows(`describe ${table}`)).map(([name, type]) => [name, type]))).toEqual(
      columns,
    );
});

const outside = /can't be used here|does not exist/;
const single = /Only a single SELECT/;
test.each([
  ["select * from read_csv('/etc/passwd')", outside],
  ["select * from read_text('/etc/passwd')", outside],
  ["select * from read_blob('/proc/self/environ')", outside],
  ["select * from read_json('/etc/passwd')", outside],
  ["select * from sniff_csv('/etc/passwd')", outside],
  ["select * from glob('/etc/*')", outside],
  ["select * from read_text('$folder/notes.txt')", outside],
  ["select * from read_text('$folder/manifest.json')", outside],
  ["select * from read_text('$folder/events/../notes.txt')", outside],
  ["select * from read_parquet('http://127.0.0.1:9/x.parquet')", outside],
  ["select * from read_csv('s3://bucket/x.csv')", outside],
  ['select * from duckdb_secrets()', outside],
  ["select getenv('PATH')", outside],
  ['select * from rollcall.main.events', /does not exist/],
  ["select * from postgres_scan('host=127.0.0.1', 'public', 'accounts')", outside],
  ["copy events to '$folder/people.parquet' (format parquet)", single],
  ["copy (select 1) to '/tmp/rollcall-sql.csv'", single],
  ["export database '/tmp/rollcall-sql'", single],
  ["attach '$folder/other.duckdb'", single],
  ['install httpfs', single],
  ['load httpfs', single],
  ["set memory_limit = '64GB'", single],
  ['reset memory_limit', single],
  ['set lock_configuration = false', single],
  ['pragma enable_profiling', single],
  ['call pragma_version()', single],
  ['create table kept as select 1 as a', single],
  ['create or replace view events as select 1 as a', single],
  ['drop view events', single],
  ['explain analyze select 1', single],
  ['prepare p as select 1', single],
  ['begin', single],
  ['select 1; drop view events', single],
  ["select 1 as a;\n--\ncopy (select 1) to '/tmp/rollcall-sql.csv'", single],
  ["select * from query('select 1')", outside],
  ['select * from "QUERY"(\'drop view events\')', outside],
  ["select * from query_table('events')", outside],
  [
    "with a as (select * from system.main.enable_logging(storage = 'file', storage_path = '/tmp/rollcall-sql')) from a",
    outside,
  ],
  [
    "select (select count(*) from enable_profiling(save_location = '$folder/people.parquet')) from events",
    outside,
  ],
  ['select * from events, lateral (select * from checkpoint())', outside],
  ["select * from json_execute_serialized_sql('{}')", outside],
  ['describe select * from enable_logging()', outside],
  ["select write_log('x') from events", outside],
  ['select * from nothing', outside],
  ["from '/etc/passwd.csv'", outside],
  ["from '$folder/people.parquet'", outside],
  ["from 'http://127.0.0.1:9/x.parquet'", outside],
  ['select * from duckdb_views', outside],
  ['select * from information_schema.tables', outside],
  ['select * from sqlite_master', outside],
  ['select * from pg_catalog.pg_views', outside],
  ['with duckdb_settings as (select 1) select * from main.duckdb_settings', outside],
  ['select * from (with duckdb_settings as (select 1) select 1), duckdb_settings', outside],
  ["select current_setting('allowed_paths')", outside],
  ['select "CURRENT_SETTING"(\'allowed_paths\')', outside],
  ["select main.current_setting('allowed_paths')", outside],
  ["select a.current_setting() from (select 'allowed_paths' as a)", outside],
  ["select getvariable('a')", outside],
  ['select sleep_ms(1000)', outside],
  ['select pg_sleep(1)', outside],
  ['select current_query()', outside],
  ['select current_schemas(true)', outside],
  ["select pg_get_viewdef('events'::varchar)", outside],
  ["select nextval('s')", outside],
  ["select in_search_path('memory', 'main')", outside],
  ['select count(*) from events where sleep_ms(1000) is null', outside],
  ["select key from events order by getenv('PATH')", outside],
  ["select list_transform([1], x -> getenv('PATH'))", outside],
  ["select sum(1) filter (getenv('PATH') is null) from events", outside],
  ["select sum(1) over (partition by getenv('PATH')) from events", outside],
  ["select case when getenv('PATH') like '/%' then 1 end", outside],
  ["select * from events where key in (select getenv('PATH'))", outside],
  ["from events select columns(c -> getenv('PATH') is null)", outside],
  ["values (getenv('PATH'))", outside],
  ["select * from range(length(getenv('PATH')))", outside],
  ["select json_serialize_plan('select 1')", outside],
  ["select list_aggregate(['PATH'], 'getenv')", /getenv/],
  ['select', /SELECT clause|syntax/],
  ['-- nothing', single],
])('%s is refused', async (text, message) => {
  const { why, message: said } = await fault(text.replaceAll('$folder', folder));
  expect(why).toBe('statement');
  expect(said).toMatch(message);
});

test('after all of it the files are the same, and a statement is answered', async () => {
  expect(await rows("select 'a''; drop view events; --' as a")).toEqual([["a'; drop view events; --"]]);
  expect(await rows('select count(*) from events')).toEqual([[4]]);
  const reader = await (await DuckDBInstance.create(':memory:')).connect();
  const found = await reader.runAndReadAll(`from read_parquet('${files.people}')`);
  expect(found.currentRowCount).toBe(1);
  reader.closeSync();
  expect((await readdir(folder)).toSorted()).toEqual([
    'devices.parquet',
    'events',
    'manifest.json',
    'notes.txt',
    'people.parquet',
  ]);
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('of the school');
});

test('rows, cells and whole numbers have their bounds', async () => {
  const { rows: many, cut } = await run('select range from range(1000000)');
  expect([many.length, cut]).toEqual([sqlLimits.rows, true]);
  const [[long] = []] = await rows("select repeat('a', 1000000)");
  expect(String(long).length).toBeLessThan(2_100);
  expect(await rows("select 9007199254740993, 'inf'::double, [1, 2], {'a': 1}, null")).toEqual([
    ['9007199254740993', 'Infinity', '[1,2]', '{"a":1}', null],
  ]);
});

test('an operator has one at a time, a school two; who leaves ends theirs', async () => {
  const endless = 'with recursive r as (select 1 as a union all select a + 1 from r) select max(a) from r';
  const leave = [new AbortController(), new AbortController()] as const;
  const first = run(endless, 'a', leave[0].signal);
  expect((await fault('select 1', 'a')).why).toBe('own');
  const second = run(endless, 'b', leave[1].signal);
  expect((await fault('select 1', 'c')).why).toBe('busy');
  for (const each of leave) each.abort(new Error('left'));
  for (const each of [first, second]) await expect(each).rejects.toThrow('left');
  expect((await run('select 1', 'c')).rows).toEqual([[1]]);
});

test('files that were written again are read by a new process', async () => {
  await run('select 1');
  const before = sql.children.map(({ pid }) => pid);
  await sql.run('select 1', { ...files, version: 'next' }, 'admin', new AbortController().signal);
  expect(sql.children.map(({ pid }) => pid)).not.toEqual(before);
});
