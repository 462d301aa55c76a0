import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMIT } from '../../../../../../tools/testing/limits.ts';
import { ClickHouse } from './client.ts';
import type { ClickHouseSettingsOf } from './connections.ts';

/** What a server says when it is asked for a statement that runs: that it does, that it does not, that it may not say, nothing, or the connection's end. */
const answers = {
  working: '{"meta":[{"name":"1","type":"UInt8"}],"data":[[1]],"rows":1}',
  without: '{"meta":[{"name":"1","type":"UInt8"}],"data":[],"rows":0}',
  silent: undefined,
  cut: '',
  secretive: 'Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)',
};
/**
 * Takes requests and answers none, but for that question and whether it is there.
 * @param begins what it sends of the other answers
 */
const serverOf = (answer: string | undefined, { isThere = true, begins = '' } = {}) =>
  createServer((request, response) => {
    if (request.url === '/ping') return isThere && response.end('Ok.\n');
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const asks = Buffer.concat(parts).includes('system.processes');
      if (!asks && begins !== '') response.write(begins);
      if (answer === undefined || !asks) return;
      if (answer === answers.cut) return request.socket.destroy();
      if (answer.startsWith('Code')) response.writeHead(403, { 'x-clickhouse-exception-code': '497' });
      response.end(answer);
    });
  });
const servers = {
  working: serverOf(answers.working),
  without: serverOf(answers.without),
  silent: serverOf(answers.silent, { isThere: false }),
  hanging: serverOf(answers.silent),
  cutting: serverOf(answers.cut),
  begun: serverOf(answers.without, { begins: '{"meta":[' }),
  secretive: serverOf(answers.secretive),
};
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const stores: ClickHouse[] = [];
type Times = Pick<ClickHouseSettingsOf, 'loadTimeout' | 'checkAfter' | 'checkTimeout'>;
const storeOf = (server: Server, times: Times) => {
  const store = new ClickHouse({ url: urlOf(server), database: 'school', ...times });
  stores.push(store);
  return store;
};
beforeAll(async () => {
  for (const server of Object.values(servers))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await Promise.all(stores.map(store => store.close()));
  for (const server of Object.values(servers)) {
    server.closeAllConnections();
    server.close();
  }
});

const stepsOf = (store: ClickHouse) => [
  () => store.lookUp('SELECT 1'),
  () => store.insert('events', ['id'], [['a']], 'token'),
  () => store.runBriefly('ALTER TABLE events DELETE WHERE false'),
];

it.each(['working', 'secretive', 'hanging', 'cutting'] as const)(
  'gives up the steps of a load where ClickHouse hangs, so that the load is repeated: %s',
  async name => {
    const steps = stepsOf(storeOf(servers[name], { loadTimeout: 300, checkAfter: 20, checkTimeout: LIMIT }));
    await Promise.all(
      steps.map(step =>
        expect(step()).rejects.toMatchObject({
          name: 'StoreUnavailable',
          message: expect.stringContaining("can't be reached"),
        }),
      ),
    );
  },
);

it.each([
  ['the server does not answer, as with a network that is cut', 'silent'],
  ['the server does not have them any more, as with a connection that a router forgot', 'without'],
] as const)('gives statements up long before where %s', async (_, name) => {
  const store = storeOf(servers[name], { checkAfter: 10 });
  for (const step of [...stepsOf(store), () => store.run('INSERT INTO archive SELECT 1')])
    await expect(step()).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining('does not answer'),
    });
});

it('gives up an answer that goes no further, of a question and of a query', async () => {
  const store = storeOf(servers.begun, { checkAfter: 10 });
  for (const ask of [() => store.rows('SELECT 1'), () => store.lookUp('SELECT 1')])
    await expect(ask()).rejects.toMatchObject({ name: 'StoreUnavailable' });
  await expect(store.query('SELECT 1', {}, { timeout: 50 })).rejects.toMatchObject({
    name: 'QueryCancelled',
  });
  const caller = new AbortController();
  const asked = store.query('SELECT 1', {}, { signal: caller.signal });
  setTimeout(() => caller.abort(), 50);
  await expect(asked).rejects.toMatchObject({ name: 'QueryCancelled' });
});

it('finds each statement that it looks for, however many there are', async () => {
  const CROWD = 300;
  const running = new Map<string, () => void>();
  let looks = 0;
  const server = createServer((request, response) => {
    if (request.url === '/ping') return response.end('Ok.\n');
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const asked = /system\.processes WHERE query_id = '([^']+)'/.exec(Buffer.concat(parts).toString());
      if (asked?.[1] !== undefined) {
        looks += 1;
        response.end(running.has(asked[1]) ? answers.working : answers.without);
      } else {
        const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('query_id') ?? '';
        running.set(id, () => response.end(answers.working));
      }
      // Each has been looked for twice by then.
      if (looks < 2 * CROWD) return;
      for (const [id, end] of running) {
        running.delete(id);
        end();
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const store = storeOf(server, { checkAfter: 100, checkTimeout: LIMIT });
  const asked = await Promise.all(Array.from({ length: CROWD }, () => store.lookUp('SELECT 1')));
  expect(asked.flat()).toHaveLength(CROWD);
  server.closeAllConnections();
  server.close();
});
