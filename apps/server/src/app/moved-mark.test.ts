import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMark, readMoveRow, removeMoveRow, writeMark, writeMoveRow } from './moved-mark.ts';
import { createLog } from '../platform/log.ts';
import { startServer } from './start.ts';
import { type TestDatabase, testConfig, testDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

test.each([
  ['left', 'was moved: 2026-11-23T05:00:00.000Z to pg/rollcall'],
  ['leaving', 'is being moved'],
  ['arriving', 'is not here yet'],
] as const)(
  'no server starts on a PostgreSQL that the school has %s, whatever its roles',
  async (state, text) => {
    await writeMoveRow(database.pool, { state, at: new Date('2026-11-23T05:00:00Z'), place: 'pg/rollcall' });
    for (const roles of [{ ROLLCALL_ROLES: 'accounts' }, {}]) {
      const config = testConfig(database.config.data, {
        ...roles,
        ROLLCALL_DATABASE_URL: database.config.databaseUrl ?? '',
      });
      const log = createLog(config, { write: () => {} });
      await expect(startServer(config, { log })).rejects.toThrow(text);
    }
    await removeMoveRow(database.pool);
    expect(await readMoveRow(database.pool)).toBeUndefined();
  },
);

test('the mark of a folder is whole or not there', async () => {
  const { data } = database.config;
  expect(await readMark(data)).toBeUndefined();
  await writeMark(data, 'today to pg/rollcall');
  expect(await readMark(data)).toBe('today to pg/rollcall');
  expect((await readdir(data)).filter(name => name.startsWith('moved'))).toEqual(['moved']);
  expect(await readFile(`${data}/moved`, 'utf8')).toBe('today to pg/rollcall\n');
});
