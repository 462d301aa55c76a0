/** Receivers by names whose addresses a test's resolver says. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReceiverFetch } from './receiver-fetch.ts';
import { networkReason } from './vendor-http.ts';

let server: Server;
let asked: string[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.headers.host ?? '');
    response.end(request.url === '/long' ? 'x'.repeat(100_000) : 'taken');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const request = () => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  signal: AbortSignal.timeout(60_000),
});
const urlOf = (host: string, path = '/') => `http://${host}:${(server.address() as AddressInfo).port}${path}`;
/** Answers one list of addresses after the other, the last one again and again. */
const resolver = (...answers: readonly (readonly string[])[]) => {
  let questions = 0;
  const lookup: LookupFunction = (_, __, callback) => {
    const found = answers[Math.min(questions, answers.length - 1)] ?? [];
    questions += 1;
    callback(
      null,
      found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup, count: () => questions };
};
const failureOf = (call: Promise<unknown>) => call.then(() => undefined, networkReason);

test.each([
  ['this machine', ['127.0.0.1']],
  ['this machine by IPv6', ['::1']],
  ['this machine by a mapped address', ['::ffff:127.0.0.1']],
  ['no host', ['0.0.0.0']],
  ["the cloud's keys", ['169.254.169.254']],
  ["Aliyun's keys", ['100.100.100.200']],
  ['the link', ['fe80::1']],
  ['a public address and this machine', ['203.0.113.7', '127.0.0.1']],
])('a name that leads to %s is not called', async (_, addresses) => {
  const fetch = createReceiverFetch(resolver(addresses).lookup);
  expect(await failureOf(fetch(urlOf('hooks.example'), request()))).toBe('ADDRESS_NOT_ALLOWED');
  expect(asked).toEqual([]);
});

test('the addresses that are checked are those that are called: no second question is asked', async () => {
  // Public for the check, this machine for those who ask once more. Nobody listens at the public one.
  const rebinding = resolver(['10.255.255.1'], ['127.0.0.1']);
  const ended = new AbortController();
  const fetch = createReceiverFetch((host, options, callback) =>
    rebinding.lookup(host, options, (...found) => {
      callback(...found);
      ended.abort(new Error('connecting'));
    }),
  );
  const call = fetch(urlOf('hooks.example'), { ...request(), signal: ended.signal });
  await expect(call).rejects.toThrow('connecting');
  expect([rebinding.count(), asked]).toEqual([1, []]);
  // The next connection asks again, and is refused.
  const next = createReceiverFetch(rebinding.lookup)(urlOf('hooks.example'), request());
  expect(await failureOf(next)).toBe('ADDRESS_NOT_ALLOWED');
});

test('an origin that is this machine by its own name or address is called', async () => {
  const fetch = createReceiverFetch(resolver(['127.0.0.1']).lookup);
  for (const host of ['127.0.0.1', 'localhost', 'receiver.localhost']) {
    const answer = await fetch(urlOf(host), request());
    expect([answer.status, await answer.text()]).toEqual([200, 'taken']);
  }
  expect(asked).toHaveLength(3);
});

test('a long answer is read to its beginning alone', async () => {
  const fetch = createReceiverFetch(resolver(['127.0.0.1']).lookup);
  const answer = await fetch(urlOf('localhost', '/long'), request());
  expect(await answer.text()).toBe('x'.repeat(4_096));
});

test('no answer in time is a timeout', async () => {
  server.removeAllListeners('request');
  const fetch = createReceiverFetch(resolver(['127.0.0.1']).lookup);
  const ended = new AbortController();
  server.once('request', () => ended.abort(new DOMException('late', 'TimeoutError')));
  const call = fetch(urlOf('localhost'), { ...request(), signal: ended.signal });
  expect(await failureOf(call)).toBe('TimeoutError');
});
