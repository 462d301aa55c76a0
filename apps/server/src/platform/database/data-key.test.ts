import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../app/testing.ts';
import { deriveKey, type Secret } from '../derive-key.ts';
import { openDataKey } from './data-key.ts';

let database: TestDatabase;
const warnings: unknown[] = [];
const log = { warn: (...all: unknown[]) => void warnings.push(all) } as Parameters<
  typeof openDataKey
>[0]['log'];
const open = (secret: Secret) => openDataKey({ db: database.db, log, secret }, 'second factors');
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
  expect(warnings).toEqual([]);
});

test('without the previous secret it is replaced, with a warning', async () => {
  expect(await open('four')).toEqual(deriveKey('four', 'second factors'));
  expect(warnings).toHaveLength(1);
});

test('the first start with two secrets keeps the key of the older one', async () => {
  await database.truncate();
  const key = deriveKey('old', 'second factors');
  expect(await open({ current: 'new', previous: 'old' })).toEqual(key);
  expect(await open('new')).toEqual(key);
});
