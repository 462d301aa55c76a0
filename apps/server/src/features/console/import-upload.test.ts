/** How many files are taken concurrently, and for how long, with a receiver that the test holds. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { importUpload } from '@rollcall/contract/console';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BODY_TIME, LONG_BODY_TIME } from '../../http/request-time.ts';
import { bareServer } from '../../http/server.ts';
import { platformConfig } from '../../http/testing.ts';
import { createLog } from '../../platform/log.ts';
import { addImportUpload, type ReceiveImport } from './import-upload.ts';

let server: FastifyInstance;
let taken: { readonly by: string; readonly end: () => void }[];
beforeEach(async () => {
  const config = platformConfig();
  taken = [];
  server = bareServer({ config, log: createLog(config, { write: () => {} }) });
  const receive: ReceiveImport = ({ by, bytes }) =>
    new Promise((resolve, reject) => {
      bytes.once('error', reject);
      taken.push({ by, end: () => resolve('the-import') });
      server.server.emit('taken');
    });
  addImportUpload(server, {
    db: undefined as never,
    now: Date.now,
    sessions: { find: async name => ({ name, role: 'support' }) as never },
    cookies: { session: (header?: string) => header } as never,
    issuer: config.issuer,
    secondFactorRequired: false,
    receive,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { end } of taken) end();
  server.server.closeAllConnections();
  await server.close();
});

const address = () =>
  `http://127.0.0.1:${(server.server.address() as AddressInfo).port}${importUpload.path}?name=a&pid=school`;
const headersOf = (name: string) => ({
  cookie: name,
  origin: platformConfig().issuer,
  'content-type': 'application/octet-stream',
});
const send = (name: string) => fetch(address(), { method: 'POST', headers: headersOf(name), body: 'a file' });
/** Sends the beginning of a file. */
const begin = (name: string) => {
  const sending = request(address(), {
    method: 'POST',
    headers: { ...headersOf(name), 'content-length': 100 },
  });
  sending.on('error', () => undefined);
  sending.write('a file');
  return sending;
};
/** Sends a file that the receiver holds. */
const hold = async (name: string) => {
  const held = once(server.server, 'taken');
  const answer = send(name);
  // Those that a test ends with are never answered.
  answer.catch(() => undefined);
  await held;
  return { answer };
};

test('a sender has two files under way and all have four; another is refused until one has ended', async () => {
  const held = [await hold('one'), await hold('one')];
  const refused = await send('one');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  held.push(await hold('two'), await hold('two'));
  expect((await send('three')).status).toBe(503);
  expect(taken.map(({ by }) => by)).toEqual(['one', 'one', 'two', 'two']);
  taken[0]?.end();
  expect((await held[0]?.answer)?.status).toBe(200);
  await hold('three');
  expect((await send('three')).status).toBe(503);
});

test('a sender that goes on after its time is cut off, and its place is free', async () => {
  const { pathname, port, search } = new URL(address());
  const taking = once(server.server, 'taken');
  const asked = once(server.server, 'request');
  // It neither ends nor reads what it is told.
  const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  const fields = Object.entries({ ...headersOf('one'), host: 'localhost', 'content-length': 100 });
  const head = fields.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  socket.write(`POST ${pathname}${search} HTTP/1.1\r\n${head}\r\n\r\na file`);
  const [incoming] = (await asked) as [IncomingMessage];
  await taking;
  const closed = new Promise(resolve => incoming.once('close', resolve));
  vi.advanceTimersByTime(LONG_BODY_TIME);
  await closed;
  expect(incoming.complete).toBe(false);
  socket.destroy();
  await hold('one');
  await hold('one');
});

test('a file that is taken may arrive for ten minutes; one that is refused may not', async () => {
  let late = 0;
  server.server.on('clientError', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') late += 1;
  });
  const held = once(server.server, 'taken');
  begin('one');
  await held;
  vi.advanceTimersByTime(LONG_BODY_TIME - 1);
  expect(late).toBe(0);
  vi.advanceTimersByTime(1);
  expect(late).toBe(1);

  await hold('two');
  await hold('two');
  const refused = begin('two');
  const [answer] = (await once(refused, 'response')) as [{ statusCode: number }];
  expect(answer.statusCode).toBe(503);
  vi.advanceTimersByTime(BODY_TIME);
  expect(late).toBe(2);
});
