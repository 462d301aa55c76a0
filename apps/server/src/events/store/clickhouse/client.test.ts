import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClickHouse } from './client.ts';

/** Takes requests and never answers, but for checks in `hanging`. */
const servers = {
  silent: createServer(request => void request.resume()),
  hanging: createServer((request, answer) => {
    request.resume();
    if (request.url === '/ping') answer.end('Ok.\n');
  }),
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

it('gives up the steps of a load where ClickHouse hangs, so that the load is repeated', async () => {
  for (const step of stepsOf(storeOf(servers.hanging, { loadTimeout: 50, checkAfter: 10 })))
    await expect(step()).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining("can't be reached"),
    });
});

it('gives them up long before where it does not answer checks either, as with a network that is cut', async () => {
  for (const step of stepsOf(storeOf(servers.silent, { checkAfter: 10 })))
    await expect(step()).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'ClickHouse answers nothing any more: 2 checks in a row.',
    });
});
