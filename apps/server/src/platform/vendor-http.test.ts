import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchVendor, VendorError } from './vendor-http.ts';

let answer: (response: ServerResponse) => void;
const server = createServer((_, response) => answer(response));
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});
const ask = () =>
  fetchVendor(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 60_000).catch(
    (error: unknown) => error,
  );

test.each([
  [200, 'unreadable answer'],
  [500, 'HTTP 500'],
])('an answer %i without an end is not read to its end', async (status, reason) => {
  let close = () => {};
  const closed = new Promise<void>(resolve => (close = resolve));
  answer = response => {
    response.on('close', close);
    response.writeHead(status);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1024)));
      response.once('drain', more);
    };
    more();
  };
  const error = await ask();
  expect(error).toBeInstanceOf(VendorError);
  expect(error).toMatchObject({ kind: 'unavailable', reason });
  await closed;
});

test.each([65_536, 65_537])('an answer of %i characters is read if it is not too long', async length => {
  answer = response => response.end('学'.repeat(length));
  const text = await ask();
  expect(typeof text === 'string' ? text.length : text).toEqual(
    length === 65_536 ? length : expect.any(VendorError),
  );
});
