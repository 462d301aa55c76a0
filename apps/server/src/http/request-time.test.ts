/** Senders that stop within a body, by a clock that the test moves. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allowLongBody, BODY_TIME, limitRequestTime, LONG_BODY_TIME } from './request-time.ts';

let server: Server;
let timedOut: Socket[];
let answers: ServerResponse[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  timedOut = [];
  answers = [];
  server = createServer((_, answer) => void answers.push(answer));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') timedOut.push(socket);
    socket.destroy();
  });
  limitRequestTime(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

/** Sends the beginning of a request. */
const begin = async (body: string, length = 100) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n${body}`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return { socket, request };
};

test('a body that does not arrive in 30 seconds ends the connection', async () => {
  const { request } = await begin('the beginning');
  request.resume();
  vi.advanceTimersByTime(BODY_TIME - 1);
  expect(timedOut).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(timedOut).toEqual([request.socket]);
});

test('one whose route lets it take longer has ten minutes', async () => {
  const { request } = await begin('the beginning');
  request.resume();
  allowLongBody(request);
  vi.advanceTimersByTime(LONG_BODY_TIME - 1);
  expect(timedOut).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(timedOut).toEqual([request.socket]);
});

test('a body that has arrived is not ended, however long its answer takes', async () => {
  const { request } = await begin('whole', 5);
  request.resume();
  await once(request, 'end');
  allowLongBody(request);
  vi.advanceTimersByTime(2 * LONG_BODY_TIME);
  expect(timedOut).toEqual([]);
});

test('a body that nobody reads is ended too, after its answer', async () => {
  const { socket, request } = await begin('the beginning');
  const answered = once(socket, 'data');
  answers[0]?.end('no');
  await answered;
  vi.advanceTimersByTime(BODY_TIME);
  expect(timedOut).toEqual([request.socket]);
});
