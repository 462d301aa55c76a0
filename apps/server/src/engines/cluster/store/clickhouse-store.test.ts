import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClickHouseStore } from './clickhouse-store.ts';

/** Never answers how large it is, nor what its requests hold that `hangs` at. */
let hangs: string;
let server: Server;
/** Closed after the test. */
const stores: ClickHouseStore[] = [];
let asked: URLSearchParams[];
/** Resolves with the first question about the size. */
let sized: Promise<void>;
beforeEach(async () => {
  asked = [];
  hangs = 'bytes_on_disk';
  let ask = () => {};
  sized = new Promise(resolve => {
    ask = resolve;
  });
  server = createServer((request, answer) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      if (!text.includes(hangs)) {
        answer.end('{"meta":[],"data":[]}');
        return;
      }
      asked.push(new URL(request.url ?? '', 'http://x').searchParams);
      ask();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
/** @param loadTimeout ms after which silence is taken for an end; without it, none of a test's time */
const newStore = (loadTimeout?: number): ClickHouseStore => {
  const { port } = server.address() as AddressInfo;
  const store = new ClickHouseStore({
    url: `http://127.0.0.1:${port}`,
    database: 'school',
    cluster: undefined,
    ranges: {} as never,
    // Nothing is migrated here.
    locks: { maintenance: async () => {} } as never,
    erasures: { waiting: async () => [] } as never,
    now: () => 0,
    ...(loadTimeout === undefined ? {} : { loadTimeout }),
  });
  stores.push(store);
  return store;
};
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all(stores.splice(0).map(store => store.close()));
});

it('has no size before its first use, and makes no tables to say it', async () => {
  expect(await newStore().bytes()).toBeUndefined();
  expect(asked).toEqual([]);
});

it('asks a ClickHouse that hangs for its size once at a time, with a limit of time', async () => {
  const store = newStore();
  await store.start();
  const sizes = Promise.allSettled([store.bytes(), store.bytes(), store.bytes()]);
  await sized;
  server.closeAllConnections();
  expect((await sizes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked.map(params => params.get('max_execution_time'))).toEqual(['2']);
});

it('gives up what a loader and an export wait for where ClickHouse hangs, at its first use too', async () => {
  const unavailable = { name: 'StoreUnavailable' };
  // What hangs never answers, so the test passes however late the other answers are.
  const store = newStore(50);
  hangs = 'migrations';
  await expect(store.products()).rejects.toMatchObject(unavailable);
  hangs = 'product FROM';
  await expect(store.products()).rejects.toMatchObject(unavailable);
  hangs = 'ORDER BY';
  await expect(store.eventsOf({ user: 'a' }, undefined, 10)).rejects.toMatchObject(unavailable);
});
