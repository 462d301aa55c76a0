import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../app/testing.ts';
import type { OwnConnection } from '../../../platform/database/connection.ts';
import { databaseLocks } from './locks.ts';

let database: TestDatabase;
let opened: OwnConnection[];
let open = 0;
beforeAll(async () => {
  database = await testDatabase({ env: { ROLLCALL_DATABASE_POOL: '4' } });
});
afterAll(() => database?.close());
beforeEach(() => {
  [opened, open] = [[], 0];
});

/** The locks of a server, whose connections are counted. */
const locksOf = (loadWait?: number) =>
  databaseLocks(async () => {
    const connection = await database.connect();
    opened.push(connection);
    open += 1;
    connection.once('end', () => (open -= 1));
    return connection;
  }, loadWait);

/** Work that begins, and ends when it is told to. */
const held = () => {
  let [begin, end] = [() => {}, () => {}];
  const begun = new Promise<void>(resolve => (begin = resolve));
  const ended = new Promise<void>(resolve => (end = resolve));
  const work = async () => {
    begin();
    await ended;
  };
  return { work, begun, end: () => end() };
};

describe('the locks of the store in ClickHouse', () => {
  it('leave the pool to calls: all loads of a process hold one connection of their own', async () => {
    const locks = locksOf();
    const loads = Array.from({ length: 8 }, held);
    const running = loads.map(({ work }) => locks.loadingOld(work));
    await Promise.all(loads.map(({ begun }) => begun));
    const erasure = held();
    const erasing = [locks.maintenance(erasure.work), locks.maintenance(async () => {})];
    await erasure.begun;
    expect([open, database.pool.totalCount - database.pool.idleCount]).toEqual([2, 0]);
    for (const one of [...loads, erasure]) one.end();
    await Promise.all([...running, ...erasing]);
    await expect.poll(() => open).toBe(0);
  });

  it('let an archiver through between loads that follow one another without a gap', async () => {
    const [loader, other, archiver] = [locksOf(), locksOf(50), locksOf()];
    const [load, archive] = [held(), held()];
    const order: string[] = [];
    const loading = loader.loadingOld(load.work).then(() => order.push('load'));
    await load.begun;
    const archiving = archiver.maintenance(within =>
      within(async () => {
        order.push('archive');
        await archive.work();
      }),
    );
    // From the moment that the archiver waits no other load begins, though loads hold the lock together.
    const refusal = async () => {
      try {
        await other.loadingOld(async () => {});
        return undefined;
      } catch (error) {
        return error;
      }
    };
    await expect.poll(refusal).toMatchObject({ name: 'StoreUnavailable' });
    expect(order).toEqual([]);
    load.end();
    await archive.begun;
    expect(await refusal()).toMatchObject({ name: 'StoreUnavailable' });
    archive.end();
    await Promise.all([loading, archiving]);
    expect(order.toSorted()).toEqual(['archive', 'load']);
    expect(await refusal()).toBeUndefined();
  });

  it('are lost with their connection: who held them fails, and the next takes a new one', async () => {
    const locks = locksOf();
    const load = held();
    const loading = locks.loadingOld(load.work);
    await load.begun;
    const [connection] = opened;
    const gone = new Promise<void>(resolve => connection?.once('end', resolve));
    const { rows } = (await connection?.query('select pg_backend_pid() as pid')) ?? {
      rows: [],
    };
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.['pid']]);
    await gone;
    load.end();
    await expect(loading).rejects.toThrow();
    expect(await locks.loadingOld(async () => 'loaded')).toBe('loaded');
    expect(opened).toHaveLength(2);
  });
});
