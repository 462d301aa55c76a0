/** What calls meet while PostgreSQL fails, and that the same process goes on when it is back. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { refusalOf } from '../../http/answers.ts';
import { openDatabase, type OpenDatabase } from './connection.ts';
import { urlsOf } from './servers.ts';
import { isBusy } from './errors.ts';
import { transaction } from './transaction.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';

const log = pino({ level: 'silent' });
const now = heldClock();
let database: TestDatabase;
let proxy: TcpProxy;
let open: OpenDatabase | undefined;

const databaseUrl = () => new URL(database.config.databaseUrl ?? '');
beforeAll(async () => {
  database = await testDatabase();
  const url = databaseUrl();
  const host = decodeURIComponent(url.hostname);
  const port = Number(url.port || 5432);
  proxy = await startTcpProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
});
// No limit of time is reached but where a test lets the time pass.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  proxy.goOn();
  proxy.silent = false;
  proxy.cut();
  await open?.close();
  open = undefined;
});
afterAll(async () => {
  await proxy?.close();
  await database?.close();
});

/** A pool of two connections to these hosts. */
const connectTo = async (...hosts: readonly string[]): Promise<OpenDatabase> => {
  const { username, password, pathname } = databaseUrl();
  const through = `postgres://${username}:${password}@${hosts.join(',')}${pathname}`;
  open = await openDatabase({ ...database.config, databaseUrl: through, databasePool: 2 }, log);
  return open;
};
/** A pool of two connections through the proxy. */
const connect = (): Promise<OpenDatabase> => connectTo(proxy.address);
const write = ({ db }: OpenDatabase) =>
  db.transaction().execute(async trx => {
    const name = `fault-${String(now())}-${Math.random()}`;
    await trx
      .insertInto('budgets')
      .values({ name, ends_at: new Date(0), spent: 1, most: 1 })
      .execute();
    return name;
  });
const ask = ({ db }: OpenDatabase) => sql`select count(*) from budgets where ${1}::int = 1`.execute(db);
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
/** What work fails with that is never answered, after the time for it. */
const failureInTime = async (work: Promise<unknown>): Promise<unknown> => {
  const state = { ended: false };
  const failed = failure(work).finally(() => (state.ended = true));
  while (!state.ended) {
    await vi.advanceTimersByTimeAsync(60_000);
    await setImmediate();
  }
  return failed;
};
/** Such an error is answered 503 with Retry-After. */
const expectBusy = (error: unknown) => {
  expect(isBusy(error), String(error)).toBe(true);
  expect(refusalOf(error)?.refusal).toBe('TooBusy');
};

describe('a call', () => {
  it('whose connection is lost is refused, and the next one is answered', async () => {
    const opened = await connect();
    await write(opened);
    const running = failure(sql`select pg_sleep(30), ${1}`.execute(opened.db));
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where datname = current_database()
            and state = 'active' and query like 'select pg_sleep%'`,
        );
        return rows.length;
      })
      .toBe(1);
    proxy.cut();
    expectBusy(await running);
    expect(await write(opened)).toContain('fault');
  });

  it('that gets no answer is refused in bounded time, and no connection of before is asked again', async () => {
    const opened = await connect();
    await Promise.all([write(opened), write(opened)]);
    proxy.hold();
    expectBusy(await failureInTime(write(opened)));
    proxy.goOn();
    expect(await write(opened)).toContain('fault');
    expect(opened.pool.totalCount).toBeLessThanOrEqual(2);
  });

  it('is answered after checks that had no answer: they hold no connection', async () => {
    const opened = await connect();
    await Promise.all([write(opened), write(opened)]);
    proxy.silent = true;
    for (const _ of [1, 2, 3]) expect(await failureInTime(opened.check())).toBeInstanceOf(Error);
    proxy.silent = false;
    expect(await Promise.all([write(opened), write(opened), write(opened)])).toHaveLength(3);
    await expect(opened.check()).resolves.toBeUndefined();
  });

  it('that reaches a standby is refused, and goes to the new primary without a restart', async () => {
    const name = databaseUrl().pathname.slice(1);
    const opened = await connect();
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    // The connections of before are lost with the old primary.
    proxy.cut();
    await expect.poll(() => opened.pool.totalCount).toBe(0);
    await Promise.all([1, 2].map(() => sql`select pg_sleep(0.05), ${1}`.execute(opened.db)));
    const error = await failure(write(opened));
    expect(error).toMatchObject({ code: '25006' });
    expectBusy(error);
    expectBusy(await failure(opened.check()));
    // The address leads to the new primary: connections that are opened from now on.
    await database.pool.query(`alter database ${name} reset default_transaction_read_only`);
    expect(await write(opened)).toContain('fault');
    expect(await Promise.all([write(opened), write(opened), write(opened)])).toHaveLength(3);
  });

  it('is refused at once where too many wait for a connection, and the others are answered', async () => {
    const opened = await connect();
    const holder = new pg.Client({ connectionString: databaseUrl().href });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table budgets');
    // Of 66 or so two wait for the lock, and the others for a connection.
    const first = Array.from({ length: 50 }, () => failure(ask(opened)));
    const later = Array.from({ length: 40 }, () => failure(ask(opened)));
    const refused = await Promise.all(later.slice(20));
    for (const error of refused) expectBusy(error);
    await holder.query('rollback');
    await holder.end();
    expect(await Promise.all(first)).toEqual(Array(50).fill(undefined));
  });

  it('waits for a row for five seconds at most', async () => {
    const opened = await connect();
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(opened.db);
    expect(rows).toEqual([{ lock_timeout: '5s' }]);
  });

  it.each([
    ['53100', 'a full disk'],
    ['57014', 'a slow statement'],
    ['57P03', 'a server that starts'],
    ['25006', 'a standby'],
  ])('that ends with %s (%s) is answered 503', code => {
    expectBusy(Object.assign(new Error('of PostgreSQL'), { code }));
  });
});

describe('of several hosts', () => {
  it.each([
    ['is not there', '127.0.0.1:1'],
    ['has no name', 'nowhere.invalid:5432'],
  ])('the next one is taken where the first %s', async (_, first) => {
    const opened = await connectTo(first, proxy.address);
    expect(await write(opened)).toContain('fault');
    const own = await opened.connect();
    expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await own.end();
  });

  it('the next one is taken where the first swallows everything', async () => {
    const silent = await startTcpProxy('127.0.0.1:1');
    silent.hold();
    try {
      const opening = connectTo(silent.address, proxy.address);
      // Its half of the time for a connection.
      await vi.advanceTimersByTimeAsync(2_500);
      expect(await write(await opening)).toContain('fault');
    } finally {
      await silent.close();
    }
  });

  it('each is tried once, and a caller is refused where none takes writes', async () => {
    const opened = await connectTo('127.0.0.1:1', proxy.address);
    const name = databaseUrl().pathname.slice(1);
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    try {
      proxy.cut();
      await expect.poll(() => opened.pool.totalCount).toBe(0);
      expectBusy(await failure(write(opened)));
      expectBusy(await failure(opened.check()));
    } finally {
      await database.pool.query(`alter database ${name} reset default_transaction_read_only`);
    }
    expect(await write(opened)).toContain('fault');
  });

  it.each(['postgres://u@a,,b/x', 'postgres://u@a,b:port/x', 'mysql://a,b/x', 'postgres://u@,b/x'])(
    '%s is no URL',
    url => {
      expect(urlsOf(url)).toBeUndefined();
    },
  );

  it('each has the user, the database and the options', () => {
    expect(urlsOf('postgres://u:p%40@a,b:5433,[::1]:5434/x?sslmode=require')).toEqual([
      'postgres://u:p%40@a/x?sslmode=require',
      'postgres://u:p%40@b:5433/x?sslmode=require',
      'postgres://u:p%40@[::1]:5434/x?sslmode=require',
    ]);
  });
});

describe('a transaction whose connection is lost', () => {
  const count = async (name: string) =>
    (await database.pool.query('select 1 from budgets where name = $1', [name])).rowCount;

  const insert = (trx: OpenDatabase['db'], name: string) =>
    trx
      .insertInto('budgets')
      .values({ name, ends_at: new Date(0), spent: 1, most: 1 })
      .execute();

  it('before the commit is run once more', async () => {
    const opened = await connect();
    let runs = 0;
    await transaction(opened.db, async trx => {
      runs += 1;
      await insert(trx, 'lost-before');
      if (runs === 1) proxy.cut();
      await sql`select ${1}::int`.execute(trx);
    });
    expect([runs, await count('lost-before')]).toEqual([2, 1]);
  });

  it('at the commit is not: it may have been committed', async () => {
    const opened = await connect();
    let runs = 0;
    const work = failure(
      transaction(opened.db, async trx => {
        runs += 1;
        await insert(trx, 'lost-at');
        proxy.silent = true;
      }),
    );
    await expect.poll(() => count('lost-at')).toBe(1);
    proxy.cut();
    proxy.silent = false;
    expectBusy(await work);
    expect([runs, await count('lost-at')]).toEqual([1, 1]);
  });
});
