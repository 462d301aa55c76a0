import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClickHouse } from './client.ts';

/** What a server says when it is asked for a statement that runs: that it does, that it does not, nothing, or that it may not say. */
const answers = {
  working: '{"meta":[{"name":"1","type":"UInt8"}],"data":[[1]],"rows":1}',
  without: '{"meta":[{"name":"1","type":"UInt8"}],"data":[],"rows":0}',
  silent: undefined,
  secretive: 'Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)',
};
/** Takes requests and answers none, but for that question. */
const serverOf = (answer: string | undefined) =>
  createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (answer === undefined || !Buffer.concat(parts).includes('system.processes')) return;
      if (answer.startsWith('Code')) response.writeHead(403, { 'x-clickhouse-exception-code': '497' });
      response.end(answer);
    });
  });
const servers = {
  working: serverOf(answers.working),
  without: serverOf(answers.without),
  silent: serverOf(answers.silent),
  secretive: serverOf(answers.secretive),
};
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const stores: ClickHouse[] = [];
const storeOf = (server: Server, times: { readonly loadTimeout?: number; readonly checkAfter?: number }) => {
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

it.each(['working', 'secretive'] as const)(
  'gives up the steps of a load where ClickHouse hangs, so that the load is repeated: %s',
  async name => {
    for (const step of stepsOf(storeOf(servers[name], { loadTimeout: 50, checkAfter: 10 })))
      await expect(step()).rejects.toMatchObject({
        name: 'StoreUnavailable',
        message: expect.stringContaining("can't be reached"),
      });
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
