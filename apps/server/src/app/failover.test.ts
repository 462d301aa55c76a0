/** The whole server over a PostgreSQL with a synchronous standby: the primary is killed under load, and again after it came back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts, type Person } from '../features/accounts/testing/http.ts';
import { type Pair, startPair } from '../platform/database/embedded/testing/standby.ts';
import { startTcpProxy, type TcpProxy } from '../platform/testing/tcp-proxy.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
let folder: string;
let pair: Pair;
let proxies: TcpProxy[] = [];
let school: HttpAccounts;
const socketOf = ({ host, port }: Pair['primary']) => ({ path: `${host}/.s.PGSQL.${port}` });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-failover-'));
  pair = await startPair(folder, { log });
  proxies = await Promise.all([pair.primary, pair.standby].map(each => startTcpProxy(socketOf(each))));
  const { user, password, database } = pair.primary;
  // The standby stands first, as it does after a fail-over that is over.
  const hosts = proxies.toReversed().map(({ address }) => address);
  const url = `postgres://${user}:${password}@${hosts.join(',')}/${database}`;
  school = await httpAccounts({ ROLLCALL_DATABASE_URL: url });
});
afterAll(async () => {
  await school?.close();
  await Promise.all(proxies.map(proxy => proxy.close()));
  await pair?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

interface Writer {
  readonly person: Person;
  /** The refresh token that was answered last. */
  refresh: string;
  /** The last description that was acknowledged. */
  description: number;
  refused: number;
  /** Ends after the round that is under way. */
  stop(): Promise<void>;
}

/** Refreshes and writes over and over; an answer other than 200 or 503 is an error. */
const startWriter = async (): Promise<Writer> => {
  const person = await school.visitor();
  const stopping = new AbortController();
  const writer = { person, refresh: person.refresh, description: 0, refused: 0 };
  const acknowledged = async (method: string, path: string, body: unknown, token?: string) => {
    for (;;) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await school.server.ask(method, `/tiger/v3/web/accounts/${path}`, body, headers);
      if (answer.status === 200) return answer.json?.data;
      expect([answer.status, answer.json?.code], answer.text).toEqual([503, 'RC_54']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      writer.refused += 1;
    }
  };
  const write = async () => {
    while (!stopping.signal.aborted) {
      const data = await acknowledged('PUT', 'tokens/refresh', { refresh_token: writer.refresh });
      const { access, refresh } = data as { access: { token: string }; refresh: { token: string } };
      writer.refresh = refresh.token;
      const next = writer.description + 1;
      await acknowledged('PATCH', 'info', { description: String(next) }, access.token);
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

const ready = async () => (await school.server.ask('GET', '/readyz')).status;

test('what was acknowledged before a fail-over is there after it, nobody is signed out, and the server goes on', async () => {
  for (const round of [1, 2]) {
    const writers = await Promise.all([1, 2, 3, 4].map(startWriter));
    await expect.poll(() => Math.min(...writers.map(writer => writer.description))).toBeGreaterThan(2);
    await pair.killPrimary();
    expect(await ready()).toBe(503);
    await expect.poll(() => Math.min(...writers.map(writer => writer.refused))).toBeGreaterThan(0);
    await pair.promote();
    const before = writers.map(writer => writer.description);
    await expect
      .poll(() => writers.every((writer, index) => writer.description > (before[index] ?? 0) + 1))
      .toBe(true);
    expect(await ready()).toBe(200);
    await Promise.all(writers.map(writer => writer.stop()));
    for (const { refresh, description } of writers) {
      const { access } = await school.call('refreshTokens', { body: { refresh_token: refresh } });
      const profile = await school.call('getProfile', { token: access.token });
      expect(profile.description, `round ${round}`).toBe(String(description));
    }
    await pair.renewStandby();
  }
});
