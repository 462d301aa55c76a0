import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../app/testing.ts';
import { deriveKey, type Secret } from '../derive-key.ts';
import { openDataKey } from './data-key.ts';

let database: TestDatabase;
const open = (secret: Secret) => openDataKey({ db: database.db, secret }, 'second factors');
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a key outlives the secret that it began with, on servers that start at once', async () => {
  const first = await Promise.all([open('one'), open('one'), open('one')]);
  const key = deriveKey('one', 'second factors');
  expect(first).toEqual([key, key, key]);
  expect(await open({ current: 'two', previous: 'one' })).toEqual(key);
  expect(await open('two')).toEqual(key);
  expect(await open({ current: 'three', previous: 'two' })).toEqual(key);
  expect(await open('three')).toEqual(key);
  const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from data_keys');
  expect(rows.map(({ sealed }) => sealed.includes(key.toString('base64')))).toEqual([false]);
});

test('without the previous secret it is refused and kept; where its row is deleted, it begins anew', async () => {
  const rows = async () => (await database.pool.query('select * from data_keys')).rows;
  const before = await rows();
  expect(before).toHaveLength(1);
  await expect(open('four')).rejects.toThrow(
    'The key of second factors does not open with ROLLCALL_SECRET. Set ROLLCALL_SECRET_PREVIOUS to the secret before it for one start',
  );
  await expect(open({ current: 'five', previous: 'four' })).rejects.toThrow(
    'delete the row of second factors',
  );
  expect(await rows()).toEqual(before);
  expect(await open({ current: 'four', previous: 'three' })).toEqual(deriveKey('one', 'second factors'));
  await database.pool.query('delete from data_keys');
  expect(await open('five')).toEqual(deriveKey('five', 'second factors'));
});

test('the first start with two secrets keeps the key of the older one', async () => {
  await database.truncate();
  const key = deriveKey('old', 'second factors');
  expect(await open({ current: 'new', previous: 'old' })).toEqual(key);
  expect(await open('new')).toEqual(key);
});
