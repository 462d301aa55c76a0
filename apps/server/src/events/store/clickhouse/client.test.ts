import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClickHouse } from './client.ts';

/** Takes requests and never answers. */
let silent: Server;
let store: ClickHouse;
beforeAll(async () => {
  silent = createServer(request => void request.resume());
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  store = new ClickHouse({ url: `http://127.0.0.1:${port}`, database: 'school', loadTimeout: 50 });
});
afterAll(async () => {
  await store?.close();
  silent?.closeAllConnections();
  silent?.close();
});

it('gives up the inserts and look-ups of a load where ClickHouse hangs, so that the load is repeated', async () => {
  const unavailable = { name: 'StoreUnavailable' };
  await expect(store.lookUp('SELECT 1')).rejects.toMatchObject(unavailable);
  await expect(store.insert('events', ['id'], [['a']], 'token')).rejects.toMatchObject(unavailable);
});
