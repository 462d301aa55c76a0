import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../app/testing.ts';
import { copyRows, differing, onConnection, sumsOf } from './copy-rows.ts';

let from: TestDatabase;
let to: TestDatabase;
beforeAll(async () => {
  [from, to] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(() => Promise.all([from?.close(), to?.close()]));

const copy = () =>
  onConnection(from.pool, 'begin isolation level repeatable read read only', source =>
    onConnection(to.pool, 'begin', target => copyRows(source, target)),
  );
const sums = (database: TestDatabase) => onConnection(database.pool, 'begin', sumsOf);

test('every row is copied as it is, whatever is in its values, and numbers go on', async () => {
  await from.pool.query(`
    insert into accounts (id, pid, created_at, nickname, nickname_key)
      values ('00000000-0000-4000-8000-000000000001', 'school', '2026-11-21T08:00:00.123456Z', E'小明 "\\\\,\\n()', E'小明 "\\\\,\\n()')`);
  await from.pool.query(`insert into identifiers (kind, value, account_id, created_at)
    values ('username', '', '00000000-0000-4000-8000-000000000001', now())`);
  await from.pool.query("insert into pictures (name, bytes, kept_at) values ('p', $1, now())", [
    Buffer.from([0, 1, 255, 92, 34]),
  ]);
  // JSON's null is another value than none; the audit log's hashes are those of the old one.
  await from.pool.query(`insert into audit_log (at, act, address, request_id, before, after)
    values (now(), 'a', '::1', 'r1', 'null', '{"b": [1, 2.50], "a": null}'), (now(), 'b', '::1', 'r2', null, null)`);
  // What the migrations or a first start have put there is replaced.
  await to.pool.query("insert into pictures (name, bytes, kept_at) values ('other', '', now())");
  await copy();
  expect(differing(await sums(from), await sums(to))).toEqual([]);
  const text = 'select id, act, before::text, hash from audit_log order by id';
  expect((await to.pool.query(text)).rows).toEqual((await from.pool.query(text)).rows);
  const next =
    "insert into audit_log (at, act, address, request_id) values (now(), 'c', '::1', 'r3') returning id, hash";
  expect((await to.pool.query(next)).rows[0]).toMatchObject({ id: 3 });
  expect(differing(await sums(from), await sums(to))).toEqual(['audit_log']);
});

test('a copy is refused where the columns are not the same, and nothing is changed', async () => {
  const before = await sums(to);
  await from.pool.query('alter table pictures add column width integer');
  await expect(copy()).rejects.toThrow('other columns');
  expect(differing(before, await sums(to))).toEqual([]);
  await from.pool.query('alter table pictures drop column width');
});
