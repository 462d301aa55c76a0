import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMIT } from '../../../../../../../tools/testing/limits.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { createNameReview } from './name-review.ts';

const SECRET = 'a-secret-of-the-school';
const AT = 1_790_000_000_000;
const asked = { kind: 'nickname', name: '小明', accountId: 'some-account', language: 'zh-CN' } as const;

let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let url: string;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', chunk => (body += String(chunk)));
  request.on('end', () => answer(request, response, body));
});
beforeEach(async () => {
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/names`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => {
    server.close(resolve);
  });
});

const pending = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return { promise, resolve };
};

/** What a question ends with: the decision, or the refusal. */
const ends = (questions: readonly Promise<boolean>[]) =>
  Promise.all(
    questions.map(question =>
      question.catch((error: unknown) => {
        if (error instanceof Refusal) return [error.refusal, error.detail.data];
        throw error;
      }),
    ),
  );
const BUSY = ['TooBusy', { retry_after: expect.any(Number) }];

const reviewing = (allowsUnanswered = true, timeoutMs = LIMIT) => {
  const logged: unknown[] = [];
  const review = createNameReview({ url, secret: SECRET, timeoutMs, allowsUnanswered }, { now: () => AT });
  return {
    logged,
    ask: (accountId: string = asked.accountId) =>
      review({ ...asked, accountId }, { warn: (fields: unknown) => logged.push(fields) }),
  };
};

it('asks with a signature, and does what the service says', async () => {
  const received: unknown[] = [];
  let allowed = true;
  answer = (request, response, body) => {
    const [, seconds = '', given = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-rollcall-signature'])) ?? [];
    const right = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
    received.push([request.method, Number(seconds) * 1000 === AT, given === right, JSON.parse(body)]);
    response.end(JSON.stringify({ allowed }));
  };
  const { ask, logged } = reviewing();
  expect(await ask()).toBe(true);
  allowed = false;
  expect(await ask()).toBe(false);
  const body = { kind: 'nickname', name: '小明', account_id: 'some-account', language: 'zh-CN' };
  expect(received).toEqual([
    ['POST', true, true, body],
    ['POST', true, true, body],
  ]);
  expect(logged).toEqual([]);
});

it.each([
  ['an error', (response: ServerResponse) => response.writeHead(500).end('{"allowed":false}'), 'HTTP 500'],
  ['no JSON', (response: ServerResponse) => response.end('no'), 'unreadable answer'],
  ['no decision', (response: ServerResponse) => response.end('{"allowed":"no"}'), 'unreadable answer'],
  [
    'far too much',
    (response: ServerResponse) => response.end(`{"allowed":false,"x":"${'x'.repeat(5000)}"}`),
    'unreadable answer',
  ],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end(),
    expect.any(String),
  ],
  ['an end without an answer', (response: ServerResponse) => response.destroy(), expect.any(String)],
])(
  '%s is no answer: the name is allowed, or not decided as set, and logged without itself',
  async (_, end, reason) => {
    answer = (__, response) => end(response);
    for (const allows of [true, false]) {
      const { ask, logged } = reviewing(allows);
      expect(await ends([ask()])).toEqual([allows ? true : BUSY]);
      expect(logged).toEqual([{ kind: 'nickname', account: 'some-account', reason, allowed: allows }]);
    }
  },
);

it('an answer without an end is not read to its end', async () => {
  const closed = pending();
  answer = (_, response) => {
    response.on('close', closed.resolve);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1024)));
      response.once('drain', more);
    };
    response.write('{"allowed":false,"x":"');
    more();
  };
  const { ask, logged } = reviewing(true);
  expect(await ask()).toBe(true);
  expect(logged).toMatchObject([{ reason: 'unreadable answer' }]);
  await closed.promise;
});

it('the text of a failure is not waited for', async () => {
  const closed = pending();
  answer = (_, response) => {
    response.on('close', closed.resolve);
    response.writeHead(500).write('sorry');
  };
  const { ask, logged } = reviewing(true);
  expect(await ask()).toBe(true);
  expect(logged).toMatchObject([{ reason: 'HTTP 500' }]);
  await closed.promise;
});

it('a service that hangs is waited for no longer than set, and holds twenty requests at most', async () => {
  answer = () => {};
  const { ask, logged } = reviewing(true, 100);
  const all = await ends(Array.from({ length: 25 }, (_, n) => ask(`account-${n}`)));
  expect(all.filter(end => end === true)).toHaveLength(20);
  expect(all.slice(20)).toEqual(Array.from({ length: 5 }, () => BUSY));
  const reasons = logged.map(fields => (fields as { reason: string }).reason);
  expect(reasons.filter(reason => reason === 'timeout')).toHaveLength(20);
  expect(reasons.filter(reason => reason === '20 questions are open')).toHaveLength(5);
  // The places are free again; a slow machine may not answer within the time that is set here.
  answer = (_, response) => response.end('{"allowed":false}');
  await expect.poll(() => ask('account-0')).toBe(false);
});

it('an account has one open question, so that a flood of its own does not get a name past the service', async () => {
  let questions = 0;
  let decide = (): void => {};
  const asking = new Promise<void>(resolve => {
    answer = (_, response) => {
      questions += 1;
      decide = () => response.end('{"allowed":false}');
      resolve();
    };
  });
  const { ask, logged } = reviewing();
  const first = ask();
  await asking;
  expect(await ends(Array.from({ length: 24 }, () => ask()))).toEqual(Array.from({ length: 24 }, () => BUSY));
  decide();
  expect(await first).toBe(false);
  expect([questions, logged]).toEqual([1, []]);
  answer = (_, response) => response.end('{"allowed":true}');
  expect(await ask()).toBe(true);
});
