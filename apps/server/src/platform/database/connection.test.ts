import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuse } from '../refusal.ts';
import { type TestDatabase, testDatabase } from '../../app/testing.ts';
import { openDatabase } from './connection.ts';
import { transaction } from './transaction.ts';
import { isBusy, isCollision } from './errors.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

const one = async <T>(text: string): Promise<T> =>
  (await database.pool.query<{ value: T }>(`select ${text} as value`)).rows[0]?.value as T;
const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the connection', () => {
  it('reads a bigint as a number, and leaves other types to the driver', async () => {
    expect(await one('-2208988800::int8')).toBe(-2_208_988_800);
    expect(await one('count(*)')).toBe(1);
    expect(await one('1.5::numeric')).toBe('1.5');
    expect(await one("'2026-11-21T08:00:00Z'::timestamptz")).toEqual(new Date('2026-11-21T08:00:00Z'));
    expect(await one('null::int8')).toBeNull();
  });

  it('names itself and bounds its statements', async () => {
    expect(await one("current_setting('application_name')")).toBe('rollcall');
    expect(await one("current_setting('statement_timeout')")).toBe('10s');
  });

  it('closes every connection, also where nothing but a check went over it', async () => {
    const other = await openDatabase(database.config, log);
    await other.close();
    expect(other.pool.ended).toBe(true);
    expect(other.pool.totalCount).toBe(0);
  });

  it('answers a check', async () => {
    await expect(database.check()).resolves.toBeUndefined();
  });

  it.each(['idle', 'taken'])('survives that one of its connections breaks while %s', async state => {
    const [victim, other] = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Not by its 'error' (nor by events.once, which listens to that): the listener must be there without the test.
    const broken = new Promise<void>(resolve => {
      victim.once('end', resolve);
    });
    if (state === 'idle') victim.release();
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    other.release();
    await broken;
    if (state === 'taken') {
      expect(isBusy(await thrown(victim.query('select 1')))).toBe(true);
      victim.release();
    }
    expect(await one('1')).toBe(1);
  });

  it('says that a statement beyond its time is busyness, not a fault', async () => {
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 20');
    const error = await thrown(client.query('select pg_sleep(10)'));
    client.release(true);
    expect(isBusy(error)).toBe(true);
  });

  it('says that a server which is not there does not answer, and leaves nothing open', async () => {
    const config = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', databasePool: 2, data: '/nowhere' };
    await expect(openDatabase(config, log)).rejects.toThrow(/The database does not answer: .*ECONNREFUSED/);
  });
});

describe('a transaction', () => {
  const read = async () =>
    (await sql<{ value: number }>`select value from counter`.execute(database.db)).rows.map(row => row.value);
  beforeAll(async () => {
    await database.pool.query(
      'create table counter (id int primary key, value int); insert into counter values (1, 0), (2, 0)',
    );
  });

  it('is undone by a refusal, which reaches the caller', async () => {
    const work = transaction(database.db, async tx => {
      await sql`update counter set value = 5`.execute(tx);
      throw refuse('PhoneRegistered');
    });
    await expect(work).rejects.toMatchObject({ refusal: 'PhoneRegistered' });
    expect(await read()).toEqual([0, 0]);
  });

  it('is run again where PostgreSQL undid it for a deadlock', async () => {
    let arrived = 0;
    const gate = () => {
      let open = () => {};
      const passed = new Promise<void>(resolve => {
        open = resolve;
      });
      return { passed, open: () => open() };
    };
    const [both, one, two] = [gate(), gate(), gate()];
    const crossing = async (first: number, second: number, mine: typeof one, others: typeof one) => {
      let runs = 0;
      await transaction(database.db, async tx => {
        runs += 1;
        // The one that is undone comes back when the other is through: whether they could meet again is not asked here.
        if (runs > 1) await others.passed;
        await sql`update counter set value = value + 1 where id = ${first}`.execute(tx);
        arrived += 1;
        if (arrived === 2) both.open();
        await both.passed;
        await sql`update counter set value = value + 1 where id = ${second}`.execute(tx);
      });
      mine.open();
    };
    await Promise.all([crossing(1, 2, one, two), crossing(2, 1, two, one)]);
    expect(arrived).toBe(3);
    expect(await read()).toEqual([2, 2]);
  });

  it('gives up where it is undone again and again', async () => {
    let runs = 0;
    const work = transaction(database.db, async tx => {
      runs += 1;
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
    });
    expect(isCollision(await thrown(work))).toBe(true);
    expect(runs).toBe(3);
  });
});

it('tells a temporary error from a permanent one', () => {
  const error = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });
  expect(['53300', '57P01', '57014', '08006'].map(code => isBusy(error(code)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isBusy(error('ECONNREFUSED', { syscall: 'connect' }))).toBe(true);
  expect(isBusy(error('ENOTFOUND', { syscall: 'getaddrinfo' }))).toBe(true);
  expect(isBusy(error('EHOSTUNREACH', { syscall: 'connect' }))).toBe(true);
  expect(isBusy(error('ENOENT', { syscall: 'open' }))).toBe(false);
  expect(['23505', '42601', '40001'].map(code => isBusy(error(code)))).toEqual([false, false, false]);
  expect([undefined, 'text', {}].map(isBusy)).toEqual([false, false, false]);
});
