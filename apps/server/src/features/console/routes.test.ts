/** A client that closes its connection: the query of its request is cancelled, and nothing is logged as a fault. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { consoleCalls } from '@rollcall/contract/console';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { platformConfig } from '../../http/testing.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { bareServer } from '../../http/server.ts';
import { addMetrics } from '../../http/metrics.ts';
import type { QueryClient } from '../../events/store/query-client.ts';
import { QueryCancelled } from '../../events/store/errors.ts';
import { createLog } from '../../platform/log.ts';
import { monitorHandlers } from '../monitoring/console.ts';
import { alertDefaults } from '../monitoring/settings.ts';
import { Reader } from '../../platform/config-reader.ts';
import { duckDialect } from '../../engines/embedded/store/dialect.ts';
import { usageQueryHandlers } from '../usage/queries/handlers.ts';
import { duckStatements } from '../../engines/embedded/queries/statements.ts';
import { createCursors } from '../../platform/cursor-page.ts';
import { createCookies } from './cookies.ts';
import { addConsoleCalls } from './routes.ts';

const now = () => Date.UTC(2026, 10, 21, 12);
const operator = { id: 1, name: 'viewer', role: 'viewer', sessionId: 'session' } as never;
let server: FastifyInstance | undefined;
afterEach(() => server?.close());

/** Queries that run until their signal aborts, or until `answer`. */
const pendingQueries = () => {
  const running = new Set<AbortSignal | undefined>();
  const settled: string[] = [];
  const answers: (() => void)[] = [];
  const client: QueryClient = {
    query: (_sql, _values, { signal } = {}) =>
      new Promise((resolve, reject) => {
        running.add(signal);
        answers.push(() => {
          settled.push('answered');
          resolve([]);
        });
        signal?.addEventListener('abort', () => {
          settled.push('cancelled');
          reject(new QueryCancelled('caller'));
        });
      }),
  };
  return { client, running, settled, answer: () => answers.forEach(each => each()) };
};

const listen = async (client: QueryClient) => {
  const config = platformConfig();
  const lines: string[] = [];
  server = bareServer({ config, log: createLog(config, { write: line => void lines.push(line) }) });
  addMetrics(server, { totalCount: 0, idleCount: 0, waitingCount: 0 }, config);
  const none = Object.fromEntries(Object.keys(consoleCalls).map(name => [name, async () => ({})]));
  const db = undefined as never;
  const handlers = {
    ...none,
    ...usageQueryHandlers({ client, statements: duckStatements, now, lag: async () => 0 }),
    ...monitorHandlers({
      db,
      now,
      queries: { client, dialect: duckDialect },
      webhook: false,
      origins: [],
      receivers: db,
      defaults: alertDefaults(new Reader({})),
    }),
  } as unknown as ConsoleHandlers;
  const cookies = createCookies({ https: false, keys: [Buffer.alloc(32)] });
  const sessions = { find: async () => operator };
  const cursors = createCursors([Buffer.alloc(32)]);
  addConsoleCalls(server, handlers, {
    db,
    now,
    sessions,
    cookies,
    cursors,
    issuer: 'http://localhost',
    strict: true,
    secondFactorRequired: false,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { port, lines, url: `http://127.0.0.1:${port}` };
};
const cookie = `rollcall_console=${'A'.repeat(43)}`;

it.each([
  [consoleCalls.listUsageKeys.path, ''],
  [consoleCalls.getUsageScope.path, ''],
  [consoleCalls.getCallHealth.path, '?product=school&from=1&to=2'],
])('cancels the queries of %s when the connection closes', async (path, query) => {
  const queries = pendingQueries();
  const { port, lines, url } = await listen(queries.client);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path}${query} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  await expect.poll(() => queries.running.size).toBeGreaterThan(0);
  socket.destroy();
  await expect.poll(() => queries.settled).toContain('cancelled');
  expect(queries.settled).not.toContain('answered');
  await expect.poll(() => lines.join('')).toContain('the client closed the connection');
  expect(lines.filter(line => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
  expect(await (await fetch(`${url}/metrics`)).text()).not.toMatch(/status="5/);
});

it('does not cancel the query of an answered request', async () => {
  const queries = pendingQueries();
  const { url } = await listen(queries.client);
  const answer = fetch(url + consoleCalls.getCallHealth.path + '?product=school&from=1&to=2', {
    headers: { cookie },
  });
  await expect.poll(() => queries.running.size).toBeGreaterThan(0);
  queries.answer();
  expect((await answer).status).toBe(200);
  expect([...queries.running].map(signal => signal?.aborted)).toEqual([false]);
  expect(queries.settled).not.toContain('cancelled');
});
