import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trustOf } from '../../http/trust.ts';
import { Admission, MOST_WAITING_ADDRESS } from './admission.ts';
import { createCollectorHttp } from './collector-http.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const serve = () => {
  const admission = new Admission({ addressRate: 0, now: () => 0 });
  const answer = createCollectorHttp({
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
    const told: { status?: number; read: () => boolean } = { read: () => body.readableEnded };
    answer(request, {
      writeHead: (status: number) => void (told.status = status),
      end: () => undefined,
    } as unknown as ServerResponse);
    return told;
  };
  return { admission, send };
};
const settled = () => new Promise(resolve => setImmediate(resolve));

test('answers an admitted request at once', async () => {
  const told = serve().send();
  await settled();
  expect(told.status).toBe(200);
});

test('refuses a request without room after half a second, and delays no other', async () => {
  const { admission, send } = serve();
  for (let n = 0; n < MOST_WAITING_ADDRESS; n++) admission.enter('10.0.0.1');
  const told = send();
  await settled();
  // Its body is out of the way, it takes no place, and it has no answer to ask again upon.
  expect([told.read(), admission.waiting, told.status]).toEqual([true, MOST_WAITING_ADDRESS, undefined]);
  vi.advanceTimersByTime(499);
  expect(told.status).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(told.status).toBe(503);
});
