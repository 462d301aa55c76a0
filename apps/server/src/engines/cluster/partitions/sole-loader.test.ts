import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { AnotherProcessLoads, soleLoader } from './sole-loader.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

const unexpected = (error: Error) => {
  throw error;
};
/** Connections whose backends are known. @param before is called with the number of each, from 1, before it is opened */
const watched = (before: (number: number) => Promise<void> = async () => {}) => {
  const backends: number[] = [];
  return {
    backends,
    connect: async () => {
      await before(backends.length + 1);
      const connection = await database.connect();
      const { rows } = await connection.query('select pg_backend_pid() as pid');
      backends.push(Number(rows[0]?.['pid']));
      return connection;
    },
    /** Ends the last one, as a restart of PostgreSQL does. */
    cutOff: () => database.pool.query('select pg_terminate_backend($1)', [backends.at(-1)]),
  };
};
const locksOf = async (backend: number | undefined): Promise<number> => {
  const sql = `select from pg_locks where locktype = 'advisory' and granted and pid = $1`;
  return (await database.pool.query(sql, [backend])).rows.length;
};

test('a second process that would load a shared log into its own store is refused until the first has ended', async () => {
  const release = await soleLoader(database.connect, unexpected);
  await expect(soleLoader(database.connect, unexpected)).rejects.toThrow('ROLLCALL_EVENT_STORE=clickhouse');
  await release();
  await (await soleLoader(database.connect, unexpected))();
});

test('a lock whose connection was lost is taken again', async () => {
  const { backends, connect, cutOff } = watched();
  const release = await soleLoader(connect, unexpected);
  expect(await locksOf(backends[0])).toBe(1);
  await cutOff();
  await expect.poll(() => backends.length).toBe(2);
  await expect.poll(() => locksOf(backends[1])).toBe(1);
  await release();
  await expect.poll(() => locksOf(backends[1])).toBe(0);
});

test('a process is told where another one took the lock meanwhile', async () => {
  let end = async () => {};
  const { connect, cutOff } = watched(async number => {
    if (number === 2) end = await soleLoader(database.connect, unexpected);
  });
  const lost: Error[] = [];
  const release = await soleLoader(connect, error => lost.push(error));
  await cutOff();
  await expect.poll(() => lost).toEqual([expect.any(AnotherProcessLoads)]);
  await release();
  await end();
});
