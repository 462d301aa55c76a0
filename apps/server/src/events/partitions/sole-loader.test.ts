import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../app/testing.ts';
import { soleLoader } from './sole-loader.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

test('a second process that would load a shared log into its own store is refused until the first has ended', async () => {
  const release = await soleLoader(database.connect);
  await expect(soleLoader(database.connect)).rejects.toThrow('ROLLCALL_EVENT_STORE=clickhouse');
  await release();
  await (await soleLoader(database.connect))();
});
