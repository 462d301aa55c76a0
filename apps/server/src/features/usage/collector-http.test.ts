import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trustOf } from '../../http/trust.ts';
import { Admission, MOST_WAITING_PER_IP } from './admission.ts';
import { createCollectorHttp } from './collector-http.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const serve = () => {
  const admission = new Admission({ ipRate: 0, now: () => 0 });
  const handle = createCollectorHttp({
    collector: { take: () => Promise.resolve({ accepted: 1, refused: [] }) },
    admission,
    trust: trustOf([]),
    requestId: () => 'r',
    corsHeaders: () => [],
    log: { error: () => undefined, debug: () => undefined } as never,
    stopping: () => false,
    onAnswer: () => undefined,
  });
  /** A request whose body has come; its answer's status, once there is one. */
  const send = () => {
    const body = new PassThrough();
    body.end('{}');
    const request = Object.assign(body, {
      headers: { 'content-length': '2' },
      socket: { remoteAddress: '10.0.0.1' },
      complete: true,
    }) as unknown as IncomingMessage;
    const answer: { status?: number; read: () => boolean } = { read: () => body.readableEnded };
    handle(request, {
      writeHead: (status: number) => void (answer.status = status),
      end: () => undefined,
    } as unknown as ServerResponse);
    return answer;
  };
  return { admission, send };
};
const settled = () => new Promise(resolve => setImmediate(resolve));

test('answers an admitted request at once', async () => {
  const answer = serve().send();
  await settled();
  expect(answer.status).toBe(200);
});

test('refuses a request after half a second if no place is free, and delays no other request', async () => {
  const { admission, send } = serve();
  for (let n = 0; n < MOST_WAITING_PER_IP; n++) admission.enter('10.0.0.1');
  const answer = send();
  await settled();
  // Its body is out of the way, it takes no place, and it has no answer to ask again upon.
  expect([answer.read(), admission.waiting, answer.status]).toEqual([true, MOST_WAITING_PER_IP, undefined]);
  vi.advanceTimersByTime(499);
  expect(answer.status).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(answer.status).toBe(503);
});
