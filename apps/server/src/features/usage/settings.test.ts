import { expect, test } from 'vitest';
import { ConfigError, Reader } from '../../platform/config-reader.ts';
import { usageSettings } from './settings.ts';

const read = (env: Record<string, string>) => {
  const reader = new Reader(env);
  const { store } = usageSettings(reader, false);
  try {
    reader.end();
  } catch (error) {
    return error instanceof ConfigError ? error.problems.join('\n') : error;
  }
  return store;
};

test('keeps events beside the server unless another store is named', () => {
  expect(read({})).toEqual({ kind: 'duckdb' });
  expect(read({ ROLLCALL_CLICKHOUSE_URL: 'https://clickhouse.example:8443' })).toEqual({ kind: 'duckdb' });
  const clickhouse = { ROLLCALL_EVENT_STORE: 'clickhouse' };
  expect(read({ ...clickhouse, ROLLCALL_CLICKHOUSE_URL: 'https://u:p@ch.example:8443' })).toEqual({
    kind: 'clickhouse',
    url: 'https://u:p@ch.example:8443',
    database: 'rollcall',
    cluster: undefined,
  });
  expect(read({ ...clickhouse, ROLLCALL_CLICKHOUSE_URL: 'http://u:p@127.0.0.1:8123' })).toMatchObject({
    kind: 'clickhouse',
  });
  expect(read(clickhouse)).toContain('ROLLCALL_CLICKHOUSE_URL is not set');
});

test.each([
  'no address',
  'ftp://u:secret@ch.example',
  // The password would travel in the clear.
  'http://u:secret@ch.example:8123',
  'https://u:secret@ch.example/?database=other',
  'https://u:secret@ch.example/path',
])('refuses the address %s without its password', url => {
  const problem = read({ ROLLCALL_EVENT_STORE: 'clickhouse', ROLLCALL_CLICKHOUSE_URL: url });
  expect(problem).toContain('ROLLCALL_CLICKHOUSE_URL is');
  expect(problem).not.toContain('secret');
  const ofSql = read({
    ROLLCALL_EVENT_STORE: 'clickhouse',
    ROLLCALL_CLICKHOUSE_URL: 'https://ch.example',
    ROLLCALL_CLICKHOUSE_SQL_URL: url,
  });
  expect(ofSql).toContain('ROLLCALL_CLICKHOUSE_SQL_URL is');
  expect(ofSql).not.toContain('secret');
});

test('an address for SQL in ClickHouse is refused where events are in no ClickHouse', () => {
  expect(read({ ROLLCALL_CLICKHOUSE_SQL_URL: 'https://reader:secret@ch.example' })).toMatch(
    /^.*ROLLCALL_CLICKHOUSE_SQL_URL: is of no use without ROLLCALL_EVENT_STORE=clickhouse\.$/m,
  );
});

test('takes an absolute path as the folder of the nightly files', () => {
  const folderOf = (value: string) => {
    const reader = new Reader({ ROLLCALL_USAGE_EXPORT_FOLDER: value });
    return { folder: usageSettings(reader, false).exportFolder, end: () => reader.end() };
  };
  expect(folderOf('/srv/rollcall/').folder).toBe('/srv/rollcall');
  expect(folderOf('').folder).toBeUndefined();
  expect(folderOf('files').end).toThrow('ROLLCALL_USAGE_EXPORT_FOLDER');
});

test('refuses names that are none', () => {
  for (const name of ['ROLLCALL_CLICKHOUSE_DATABASE', 'ROLLCALL_CLICKHOUSE_CLUSTER'])
    expect(read({ [name]: 'a`b' })).toContain(name);
});
