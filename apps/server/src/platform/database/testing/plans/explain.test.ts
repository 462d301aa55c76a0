import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../app/testing.ts';
import { findingsOf, unindexedReferences } from './explain.ts';
import type { Statement } from './statements.ts';

const ROWS = 4_000;
const [from, until] = [Date.UTC(2025, 0), Date.UTC(2026, 0)];
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(`
    create table visits (id integer primary key, at timestamptz not null, place text);
    create index visits_at on visits (at);
    insert into visits select n, to_timestamp(${from / 1000} + ${(until - from) / 1000}.0 * n / ${ROWS}), 'p' || n % 5
      from generate_series(1, ${ROWS}) n;
    analyze visits`);
});
afterAll(() => database?.close());

const at = new Date(from).toISOString();
/** What is found of a statement: how much it reads. */
const found = async (text: string, values: readonly unknown[] = []): Promise<string[]> => {
  const statement: Statement = { from: 'visits.ts', text, values };
  const client = await database.pool.connect();
  try {
    const over = { tables: new Set(['visits']), rows: ROWS, from, until };
    return (await findingsOf(client, [statement], over)).map(({ problem }) => problem);
  } finally {
    client.release();
  }
};

const batch = 'delete from visits where ctid = any (array(select ctid from visits where at < $1 limit 100))';

test('takes a batch of what is old by an index, and finds it without that index', async () => {
  expect(await found(batch, [at])).toEqual([]);
  await database.pool.query('drop index visits_at');
  // Nothing is old on most days.
  expect(await found(batch, [at])).toEqual(['it reads all rows']);
  await database.pool.query('create index visits_at on visits (at)');
});

test.each([
  ['a deletion without a limit, though an index serves it', 'delete from visits where at < $1', [at], 'all'],
  ['a column without an index', 'select from visits where place = $1', ['nowhere'], 'all'],
  ['a column with few values', 'select from visits where place = $1 limit 1000', ['p1'], ROWS],
  [
    'what would be read if there were a row above it',
    'select from visits v join visits o on o.place = v.place where v.id = $1',
    [0],
    'all',
  ],
  [
    'what a statement would read that breaks a constraint',
    "insert into visits select 1, at, '' from visits where place = $1",
    ['p1'],
    'all',
  ],
] as const)('finds %s', async (_, text, values, rows) => {
  expect(await found(text, values)).toEqual([`it reads ${rows} rows`]);
});

test('finds a foreign key without an index that begins with it', async () => {
  await database.pool.query(`
    create table guests (name text, visit integer constraint guests_visit references visits, primary key (name, visit))`);
  const client = await database.pool.connect();
  try {
    const tables = new Set(['visits', 'guests']);
    expect(await unindexedReferences(client, tables)).toEqual([
      'guests: no index begins with its foreign key guests_visit',
    ]);
    await client.query('create index guests_of_visit on guests (visit)');
    expect(await unindexedReferences(client, tables)).toEqual([]);
  } finally {
    client.release();
  }
});

test('changes nothing', async () => {
  await found('delete from visits');
  const { rows } = await database.pool.query('select count(*)::int as count from visits');
  expect(rows).toEqual([{ count: ROWS }]);
});
