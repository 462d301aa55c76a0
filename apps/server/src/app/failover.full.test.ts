/**
 * The whole server over a PostgreSQL with a synchronous standby. The standby answers what may be old; then the primary is killed under load,
 * and again after it came back.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { newPhone, PID } from '../features/accounts/testing.ts';
import { type TestConsole, testConsole } from '../features/console/testing/console.ts';
import { connectionUrl } from '../platform/database/embedded/testing/connection-url.ts';
import { type Pair, startPair } from '../platform/database/embedded/testing/standby.ts';
import { openReplica } from '../platform/database/replica.ts';
import { startTcpProxy, type TcpProxy } from '../platform/testing/tcp-proxy.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const accounts = '/tiger/v3/web/accounts';
let folder: string;
let pair: Pair;
let proxies: TcpProxy[] = [];
let school: TestConsole;
const socketOf = ({ host, port }: Pair['primary']) => ({ path: `${host}/.s.PGSQL.${port}` });
const urlTo = (...hosts: readonly string[]) => {
  const { user, password, database } = pair.primary;
  return `postgres://${user}:${password}@${hosts.join(',')}/${database}`;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-failover-'));
  pair = await startPair(folder, { log });
  proxies = await Promise.all([pair.primary, pair.standby].map(each => startTcpProxy(socketOf(each))));
  school = await testConsole({
    // The standby stands first, as it does after a fail-over that is over.
    ROLLCALL_DATABASE_URL: urlTo(...proxies.toReversed().map(({ address }) => address)),
    ROLLCALL_DATABASE_REPLICA_URL: connectionUrl(pair.standby),
  });
});
afterAll(async () => {
  await school?.stop();
  await Promise.all(proxies.map(proxy => proxy.close()));
  await pair?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

const ready = () => school.server.ask('GET', '/readyz');
const askStandby = async (text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(pair.standby);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

describe('the replica', () => {
  it.each([
    ['getOverview', 'select ((select count(*) from accounts'],
    ['listPeople', 'from accounts a where'],
    ['getSignInClients', 'from sign_in_client_counts'],
    ['getMessageCounts', 'from "message_counts"'],
    ['listMessageFailures', 'from "message_failures"'],
  ] as const)('answers %s', async (name, text) => {
    await expect.poll(async () => (await ready()).text).toContain('"replica":"ok"');
    const seen = async () => {
      await school.call(name, { cookie: school.cookies.admin, query: {} });
      const rows = await askStandby("select query from pg_stat_activity where application_name = 'rollcall'");
      return rows.map(row => String(row['query']).replaceAll(/\s+/g, ' ')).join('\n');
    };
    await expect.poll(seen).toContain(text);
  });

  const replicaAt = (url: string) => {
    const { db, pool } = school.server.database;
    const replica = openReplica(url, { primary: { db, pool }, size: 1, log: pino({ enabled: false }) });
    const from = () =>
      replica.read(async trx => {
        const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(trx);
        return rows[0]?.standby === true ? 'replica' : 'database';
      });
    const looked = async () => {
      await replica.look();
      return from();
    };
    return { replica, from, looked };
  };

  it('is not used before the first look, nor where it is the database itself', async () => {
    const { replica, from, looked } = replicaAt(connectionUrl(pair.primary));
    expect([await from(), await looked()]).toEqual(['database', 'database']);
    expect(replica.used()).toBe(false);
    await replica.close();
  });

  it('is left out where a read of it fails: the database answers it', async () => {
    const proxy = await startTcpProxy(socketOf(pair.standby));
    const { replica, from, looked } = replicaAt(urlTo(proxy.address));
    await expect.poll(looked).toBe('replica');
    await proxy.close();
    expect([await from(), replica.used(), await looked()]).toEqual(['database', false, 'database']);
    await replica.close();
  });

  it('refuses a read that takes too long as the database does, and is used on', async () => {
    const { replica, looked } = replicaAt(connectionUrl(pair.standby));
    await expect.poll(looked).toBe('replica');
    let runs = 0;
    const slow = replica.read(async trx => {
      runs += 1;
      await sql`set statement_timeout = 20`.execute(trx);
      await sql`select pg_sleep(10)`.execute(trx);
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect([runs, replica.used()]).toEqual([1, true]);
    await replica.close();
  });

  it('is used on after a read that fails by what it asks', async () => {
    const { replica, looked } = replicaAt(connectionUrl(pair.standby));
    await expect.poll(looked).toBe('replica');
    const wrong = replica.read(trx => sql`select 1 / ${0}::int`.execute(trx));
    await expect(wrong).rejects.toMatchObject({ code: '22012' });
    expect(replica.used()).toBe(true);
    await replica.close();
  });

  it('is not used when it comes back with what the database had before it went', async () => {
    const proxy = await startTcpProxy(socketOf(pair.standby));
    const { replica, looked } = replicaAt(urlTo(proxy.address));
    await expect.poll(looked).toBe('replica');
    await askStandby('select pg_wal_replay_pause()');
    await school.server.database.pool.query('create table meanwhile (n int)');
    proxy.hold();
    proxy.cut();
    expect(await looked()).toBe('database');
    proxy.goOn();
    expect(await looked()).toBe('database');
    await askStandby('select pg_wal_replay_resume()');
    await expect.poll(looked).toBe('replica');
    await replica.close();
    await proxy.close();
  });

  it('is left out while it is behind, and used again', async () => {
    const { replica, from, looked } = replicaAt(connectionUrl(pair.standby));
    await expect.poll(looked).toBe('replica');
    await askStandby('select pg_wal_replay_pause()');
    await school.server.database.pool.query('create table behind (n int)');
    // What the replica lacks yet is read of the database.
    const behind = await replica.read(trx => sql`select n from behind`.execute(trx));
    expect(behind.rows).toEqual([]);
    await replica.look();
    expect(await looked()).toBe('database');
    await askStandby('select pg_wal_replay_resume()');
    await expect.poll(looked).toBe('replica');
    expect(await from()).toBe('replica');
    await replica.close();
  });
});

interface Writer {
  /** The refresh token that was answered last. */
  refresh: string;
  /** The last description that was acknowledged. */
  description: number;
  refused: number;
  /** Ends after the round that is under way. */
  stop(): Promise<void>;
}

const ask = async (method: string, path: string, body?: unknown, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return school.server.ask(method, `${accounts}/${path}`, body, headers);
};

const answered = async (answer: ReturnType<typeof ask>): Promise<unknown> => {
  const { status, text, json } = await answer;
  expect(status, text).toBe(200);
  return json?.data;
};

interface TokenSet {
  readonly access: { readonly token: string };
  readonly refresh: { readonly token: string };
}
const visitor = async (): Promise<TokenSet> => {
  const person = { phone_number: newPhone(), pid: PID };
  await answered(ask('POST', 'captcha/login/silence', person));
  const [captcha] = school.server.codes(person.phone_number);
  const data = await answered(ask('POST', 'phone/login/silence', { ...person, captcha }));
  return (data as { auth: { token: TokenSet } }).auth.token;
};

/** Refreshes and writes over and over; an answer other than 200 or 503 is an error. */
const startWriter = async (): Promise<Writer> => {
  const { refresh } = await visitor();
  const stopping = new AbortController();
  const writer = { refresh: refresh.token, description: 0, refused: 0 };
  const acknowledged = async (...call: Parameters<typeof ask>) => {
    for (;;) {
      const answer = await ask(...call);
      if (answer.status === 200) return answer.json?.data;
      expect([answer.status, answer.json?.code], answer.text).toEqual([503, 'RC_54']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      writer.refused += 1;
    }
  };
  const write = async () => {
    while (!stopping.signal.aborted) {
      const tokens = (await acknowledged('PUT', 'tokens/refresh', {
        refresh_token: writer.refresh,
      })) as TokenSet;
      writer.refresh = tokens.refresh.token;
      const next = writer.description + 1;
      await acknowledged('PATCH', 'info', { description: String(next) }, tokens.access.token);
      writer.description = next;
    }
  };
  const ended = write();
  ended.catch(() => undefined);
  return Object.assign(writer, {
    stop: () => {
      stopping.abort();
      return ended;
    },
  });
};

test('what was acknowledged before a fail-over is there after it, nobody is signed out, and the server goes on', async () => {
  for (const round of [1, 2]) {
    const writers = await Promise.all([1, 2, 3, 4].map(startWriter));
    await expect.poll(() => Math.min(...writers.map(writer => writer.description))).toBeGreaterThan(2);
    await pair.killPrimary();
    expect((await ready()).status).toBe(503);
    await expect.poll(() => Math.min(...writers.map(writer => writer.refused))).toBeGreaterThan(0);
    await pair.promote();
    const before = writers.map(writer => writer.description);
    await expect
      .poll(() => writers.every((writer, index) => writer.description > (before[index] ?? 0) + 1))
      .toBe(true);
    expect((await ready()).status).toBe(200);
    await Promise.all(writers.map(writer => writer.stop()));
    for (const { refresh, description } of writers) {
      const tokens = await answered(ask('PUT', 'tokens/refresh', { refresh_token: refresh }));
      const { access } = tokens as TokenSet;
      const profile = await answered(ask('GET', 'profile', undefined, access.token));
      expect(profile, `round ${round}`).toMatchObject({ description: String(description) });
    }
    await pair.renewStandby();
  }
});
