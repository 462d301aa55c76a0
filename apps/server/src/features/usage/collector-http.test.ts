import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trustOf } from '../../http/trust.ts';
import { Admission, MOST_WAITING_PER_IP } from './admission.ts';
import { LONGEST_BODY } from './collector.ts';
import { createCollectorHttp } from './collector-http.ts';
import { RecentRefusals } from './recent-refusals.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const serve = () => {
  const admission = new Admission({ ipRate: 0, now: () => 0 });
  const refusals = new RecentRefusals();
  const handle = createCollectorHttp({
    collector: { take: () => Promise.resolve({ accepted: 1, refused: [] }) },
    admission,
    trust: trustOf([]),
    requestId: () => 'r',
    corsHeaders: () => [],
    log: { error: () => undefined, debug: () => undefined } as never,
    stopping: () => false,
    refusals,
    now: () => 0,
    onAnswer: () => undefined,
  });
  /** A request whose body has come; its answer's status, once there is one. */
  const send = (sent = '{}', headers: object = { 'content-length': '2' }) => {
    const body = new PassThrough();
    body.end(sent);
    const request = Object.assign(body, {
      headers,
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
  /** The refusals that an operator sees, the newest first. */
  const seen = () => refusals.list({}).map(({ why, batch }) => ({ why, batch }));
  return { admission, send, seen };
};
const settled = () => new Promise(resolve => setImmediate(resolve));

test('answers an admitted request at once', async () => {
  const answer = serve().send();
  await settled();
  expect(answer.status).toBe(200);
});

test('refuses a request after half a second if no place is free, and delays no other request', async () => {
  const { admission, send, seen } = serve();
  for (let n = 0; n < MOST_WAITING_PER_IP; n++) admission.enter('10.0.0.1');
  const answer = send();
  await settled();
  // Its body is out of the way, it takes no place, and it has no answer to ask again upon.
  expect([answer.read(), admission.waiting, answer.status]).toEqual([true, MOST_WAITING_PER_IP, undefined]);
  vi.advanceTimersByTime(499);
  expect(answer.status).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(answer.status).toBe(503);
  expect(seen()).toEqual([{ why: 'TooBusy', batch: true }]);
});

test('an integrator sees what was refused before the collector saw it', async () => {
  const { send, seen } = serve();
  const answers = [
    send('{}', { 'content-type': 'application/json' }),
    send('x', { 'content-length': String(LONGEST_BODY + 1) }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([415, 413]);
  expect(seen().map(({ why }) => why)).toEqual(['TooLarge', 'WrongType']);
  const { send: sendAgain, seen: seenOfStream } = serve();
  const streamed = sendAgain('x'.repeat(LONGEST_BODY + 1), {});
  await settled();
  expect([streamed.status, ...seenOfStream().map(({ why }) => why)]).toEqual([413, 'TooLarge']);
});
