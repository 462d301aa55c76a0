import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { lastCode } from './last-code.ts';

let server: Server;
let messages: object[];
/** Called at each question, before the answer. */
let asked: (count: number) => void;
afterEach(() => void server.close());

const host = async (status = 200): Promise<string> => {
  let count = 0;
  messages = [];
  asked = () => {};
  server = createServer((request, response) => {
    asked(++count);
    const to = new URL(request.url ?? '', 'http://host').searchParams.get('to');
    response
      .writeHead(status)
      .end(JSON.stringify(messages.filter(message => (message as { to: string }).to === to)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const sent = (to: string, code: string) => messages.unshift({ to, code });

test('gives the newest code of the number, and passes over messages without a code', async () => {
  const at = await host();
  sent('13800000000', '111111');
  sent('13800000000', '222222');
  sent('13800000000', '');
  sent('13900000000', '333333');
  expect(await lastCode('13800000000', { host: at })).toBe('222222');
});

test('waits until a code is sent, and for another one than that before it', async () => {
  const at = await host();
  asked = count => void (count === 3 && sent('13800000000', '111111'));
  expect(await lastCode('13800000000', { host: at })).toBe('111111');
  asked = count => void (count === 6 && sent('13800000000', '222222'));
  expect(await lastCode('13800000000', { host: at, after: '111111' })).toBe('222222');
});

test('says what is wrong: nothing was sent, or the server shows no codes', async () => {
  const at = await host();
  await expect(lastCode('13800000000', { host: at, timeout: 0 })).rejects.toThrow(
    'No code was sent to 13800000000 within 0 ms.',
  );
  server.close();
  await expect(lastCode('13800000000', { host: await host(404) })).rejects.toThrow('shows no codes (404)');
});
