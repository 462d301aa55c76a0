import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { type Call, invalidMessage } from '@rollcall/contract';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { refuse } from '../platform/refusal.ts';
import type { Handler, Input } from './handler.ts';
import { BODY_LIMIT } from './server.ts';
import { caller, type TestHttp, testHttp } from './testing.ts';

const echo = {
  summary: 'Says what it was given.',
  method: 'POST',
  path: '/echo',
  token: 'none',
  body: v.object({ pid: v.pipe(v.string(), v.regex(/^[\w.-]+$/u)), password: v.optional(v.string()) }),
  answer: v.object({ pid: v.string() }),
  refusals: [],
} as const satisfies Call;
const read = {
  ...echo,
  method: 'GET',
  body: undefined,
  query: v.object({ pid: v.string() }),
} as unknown as Call;
const mine = { ...read, query: undefined, path: '/mine', token: 'required' } as unknown as Call;
const maybe = { ...mine, path: '/maybe', token: 'optional' } as unknown as Call;
const end = {
  ...echo,
  method: 'DELETE',
  path: '/end',
  body: undefined,
  answer: v.object({}),
} as unknown as Call;

const bodyOf = (input: Input) => input.body as unknown as { pid: string };
const seen: Input[] = [];
const echoes: Handler<Call> = async input => {
  seen.push(input);
  return {
    pid: bodyOf(input)?.pid ?? (input.query as { pid?: string } | undefined)?.pid ?? 'none',
    extra: 'not declared',
  };
};
const table = {
  echo: { call: echo as Call, handler: echoes },
  read: { call: read, handler: echoes },
  mine: { call: mine, handler: echoes },
  maybe: { call: maybe, handler: echoes },
  end: { call: end, handler: echoes },
};

let http: TestHttp | undefined;
const start = async (...args: Parameters<typeof testHttp>) => {
  http = await testHttp(...args);
  return http.url;
};
afterEach(async () => {
  await http?.close();
  http = undefined;
  seen.length = 0;
});

const post = (url: string, body: string | undefined, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
const refused = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
});

describe('a call', () => {
  it('answers {data} with what the contract declares and nothing else [8.answers 8.request-id]', async () => {
    const response = await post(`${await start(table)}/echo`, '{"pid":"school","more":1}');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: { pid: 'school' } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('gives its handler the checked body, the language, the address and the headers', async () => {
    await post(`${await start(table)}/echo`, '{"pid":"school","more":1}', {
      'accept-language': 'fr, en;q=0.8, zh;q=0.5',
      'user-agent': 'x'.repeat(1000),
      'x-captcha-ticket': 'abc',
    });
    expect(seen[0]).toMatchObject({
      body: { pid: 'school' },
      language: 'en',
      ip: '127.0.0.1',
      caller: undefined,
    });
    expect(seen[0]?.body).not.toHaveProperty('more');
    expect(seen[0]?.userAgent).toHaveLength(300);
    expect(seen[0]?.header('X-Captcha-Ticket')).toBe('abc');
    expect(seen[0]?.header('toString')).toBeUndefined();
  });

  it('reads a query, and refuses a repeated field by its name', async () => {
    const url = await start(table);
    expect(await (await fetch(`${url}/echo?pid=a%20b`)).json()).toEqual({ data: { pid: 'a b' } });
    expect(await refused(await fetch(`${url}/echo?pid=a&pid=b`))).toMatchObject({
      status: 400,
      code: 'AC3_17',
      data: { field: 'pid' },
    });
    expect(await refused(await fetch(`${url}/echo`))).toMatchObject({ code: 'AC3_17' });
  });

  it('refuses a broken field with the message of its rule [8.answers]', async () => {
    const response = await post(`${await start(table)}/echo`, '{"pid":"a b"}');
    expect(await refused(response)).toEqual({
      status: 400,
      code: 'AC3_17',
      msg: invalidMessage('pid', 'a b'),
      data: { field: 'pid' },
    });
  });
});

describe('a token', () => {
  it('is asked for where it is required, before the body is read', async () => {
    const url = await start(table);
    expect(await refused(await fetch(`${url}/mine`))).toMatchObject({ status: 401, code: '10000000' });
    expect((await fetch(`${url}/mine`, { headers: { authorization: 'Bearer good' } })).status).toBe(200);
    expect(seen[0]?.caller).toEqual(caller);
  });

  it('may be absent where it is optional, but not wrong', async () => {
    const url = await start(table);
    expect((await fetch(`${url}/maybe`)).status).toBe(200);
    expect(seen[0]?.caller).toBeUndefined();
    expect((await fetch(`${url}/maybe`, { headers: { authorization: 'Bearer bad' } })).status).toBe(401);
    expect((await fetch(`${url}/maybe`, { headers: { authorization: 'Bearer good' } })).status).toBe(200);
  });
});

describe('bodies [8.request-id]', () => {
  it.each([
    ['malformed JSON', '{"pid":', {}, 400, 'RC_400'],
    ['__proto__', '{"pid":"a","__proto__":{"x":1}}', {}, 400, 'RC_400'],
    ['constructor.prototype', '{"pid":"a","constructor":{"prototype":{"x":1}}}', {}, 400, 'RC_400'],
    ['an array', '[]', {}, 400, 'RC_400'],
    ['null', 'null', {}, 400, 'AC3_17'],
    ['nothing', '', {}, 400, 'AC3_17'],
    ['too much', `{"pid":"${'a'.repeat(BODY_LIMIT)}"}`, {}, 413, 'RC_413'],
    ['deep nesting', `{"pid":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, {}, 400, 'AC3_17'],
    ['text', 'pid=a', { 'content-type': 'text/plain' }, 415, 'RC_415'],
    ['a form', 'pid=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'RC_415'],
    ['a broken type', '{}', { 'content-type': 'application/' }, 415, 'RC_415'],
  ])('%s', async (_, body, headers, status, code) => {
    const response = await post(`${await start(table)}/echo`, body, headers);
    expect(await refused(response)).toMatchObject({ status, code });
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });

  it('take the last of duplicate keys, and a charset', async () => {
    const response = await post(`${await start(table)}/echo`, '{"pid":"a","pid":"b"}', {
      'content-type': 'application/json; charset=utf-8',
    });
    expect(await response.json()).toEqual({ data: { pid: 'b' } });
  });

  it('may be absent though the type says JSON', async () => {
    const url = await start(table);
    const response = await fetch(`${url}/end`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.json()).toEqual({ data: {} });
  });

  it('never make a fault, whatever they are', async () => {
    const url = await start(table);
    const texts = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.record({ pid: fc.anything({ maxDepth: 3 }) }).map(body => JSON.stringify(body)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async body => {
        const response = await post(`${url}/echo`, body);
        expect(response.status).toBeLessThan(500);
        expect(await response.json()).toHaveProperty(response.ok ? 'data' : 'code');
      }),
      { numRuns: 100 },
    );
  });
});

describe('addresses', () => {
  it('that are unknown are NotFound, whatever the method and body [8.request-id]', async () => {
    const url = await start(table);
    expect(await refused(await fetch(`${url}/nothing`))).toMatchObject({ status: 404, code: 'RC_404' });
    expect(await refused(await post(`${url}/nothing`, 'x', { 'content-type': 'text/plain' }))).toMatchObject({
      status: 404,
    });
    expect((await fetch(`${url}/nothing`)).headers.get('x-request-id')).toBeTruthy();
  });

  it('say which methods they take', async () => {
    const response = await fetch(`${await start(table)}/echo?x=1`, { method: 'PUT' });
    expect(await refused(response)).toMatchObject({ status: 405, code: 'RC_405' });
    expect(response.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
  });

  it('that are malformed are refused in the envelope', async () => {
    const { hostname, port } = new URL(await start(table));
    const status = await new Promise<string>((resolve, reject) => {
      httpRequest({ hostname, port, path: '/%ff%', method: 'GET' }, response => {
        let text = '';
        response.on('data', chunk => {
          text += String(chunk);
        });
        response.on('end', () =>
          resolve(`${response.statusCode} ${String(response.headers['x-request-id'])} ${text}`),
        );
      })
        .on('error', reject)
        .end();
    });
    expect(status).toMatch(/^400 [0-9a-f-]{36} \{"code":"RC_400"/);
  });

  it('what is not HTTP is told so [8.request-id]', async () => {
    const { hostname, port } = new URL(await start(table));
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      let answer = '';
      socket.on('data', chunk => {
        answer += String(chunk);
      });
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 .*X-Request-Id: [0-9a-f-]{36}.*"code":"RC_400"/s);
  });
});

const fail = (error: unknown) => async (): Promise<never> => {
  throw error;
};

describe('what handlers throw', () => {
  const throwing = (error: unknown) => ({ echo: { call: echo as Call, handler: fail(error) } });

  it('a refusal is answered by the catalogue, with Retry-After where it says when [8.too-often]', async () => {
    const url = await start(throwing(refuse('CaptchaTooFrequent', { data: { retry_after: 41.2 } })));
    const response = await post(`${url}/echo`, '{"pid":"a"}');
    expect(response.headers.get('retry-after')).toBe('42');
    expect(await refused(response)).toMatchObject({ status: 429, code: 'AC3_16', data: { retry_after: 42 } });
  });

  it('a fault is logged with the request id, and told without a word of what happened [8.fault 8.request-id]', async () => {
    const url = await start(throwing(new Error('select * from accounts: secret inside')));
    const response = await post(`${url}/echo`, '{"pid":"a"}');
    const id = response.headers.get('x-request-id');
    expect(await refused(response)).toEqual({
      status: 500,
      code: 'RC_500',
      msg: 'Something went wrong on our side.',
      request_id: id,
    });
    const line = http?.lines.map(text => JSON.parse(text)).find(entry => entry.msg === 'fault');
    expect(line).toMatchObject({ request_id: id, err: { message: 'select * from accounts: secret inside' } });
  });

  it.each([
    ['a string', 'oops'],
    ['nothing', undefined],
    ['an error that says 4xx of itself', Object.assign(new Error('x'), { statusCode: 599 })],
  ])('%s is a fault too', async (_, error) => {
    const response = await post(`${await start(throwing(error))}/echo`, '{"pid":"a"}');
    expect(await refused(response)).toMatchObject({ status: 500, code: 'RC_500' });
  });

  it.each([
    ['no free connection', new Error('timeout exceeded when trying to connect')],
    ['the time limit of a statement', Object.assign(new Error('canceling statement'), { code: '57014' })],
    [
      'a database that is away',
      Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' }),
    ],
  ])('%s is TooBusy [8.too-often]', async (_, error) => {
    const response = await post(`${await start(throwing(error))}/echo`, '{"pid":"a"}');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await refused(response)).toMatchObject({ status: 503, code: 'RC_54' });
  });

  it('an answer that breaks the contract is a fault outside production, and logged in it', async () => {
    const broken = { echo: { call: echo as Call, handler: async () => ({ pid: 5 }) } };
    expect((await post(`${await start(broken)}/echo`, '{"pid":"a"}')).status).toBe(500);
    await http?.close();
    const response = await post(`${await start(broken, { strict: false })}/echo`, '{"pid":"a"}');
    expect(await response.json()).toEqual({ data: { pid: 5 } });
    expect(http?.lines.join('')).toContain('breaks the contract at \\"pid\\"');
  });
});

describe('request ids and addresses', () => {
  const given = { 'x-request-id': 'from-the-proxy-1', 'x-forwarded-for': '203.0.113.7' };

  it('are not believed from anybody', async () => {
    const response = await post(`${await start(table)}/echo`, '{"pid":"a"}', given);
    expect(response.headers.get('x-request-id')).not.toBe('from-the-proxy-1');
    expect(seen[0]?.ip).toBe('127.0.0.1');
  });

  it('are taken over from a proxy of ours, where they are well-formed', async () => {
    const url = await start(table, { env: { ROLLCALL_TRUST_PROXY: 'loopback' } });
    const response = await post(`${url}/echo`, '{"pid":"a"}', given);
    expect(response.headers.get('x-request-id')).toBe('from-the-proxy-1');
    expect(seen[0]?.ip).toBe('203.0.113.7');
    const odd = await post(`${url}/echo`, '{"pid":"a"}', { 'x-request-id': 'a b" <script>' });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the log', () => {
  it('has one line a request, and nothing that was sent', async () => {
    const url = await start(table);
    await post(`${url}/echo?phone_number=13812345678`, '{"pid":"13812345678 ","password":"hush-hush"}', {
      authorization: 'Bearer hush',
      cookie: 'session=hush',
    });
    await fetch(`${url}/mine?phone_number=13812345678&email=alice%40example.com`, {
      headers: { authorization: 'Bearer hush' },
    });
    await fetch(`${url}/nothing/13812345678`);
    const lines = (http?.lines ?? []).map(line => JSON.parse(line)).filter(line => line.msg === 'request');
    expect(lines.map(({ method, route, status, refusal }) => ({ method, route, status, refusal }))).toEqual([
      { method: 'POST', route: '/echo', status: 400, refusal: 'IllegalPid' },
      { method: 'GET', route: '/mine', status: 401, refusal: 'TokenInvalid' },
      { method: 'GET', route: undefined, status: 404, refusal: 'NotFound' },
    ]);
    for (const line of lines)
      expect(line).toMatchObject({ request_id: expect.any(String), ms: expect.any(Number) });
    expect(http?.lines.join('')).not.toMatch(/13812345678|hush|alice/);
  });
});

describe('the end of a call', () => {
  const identified = {
    ...echo,
    path: '/identified',
    identifier: 'identity',
    body: v.object({ identity: v.string(), end: v.string() }),
    answer: v.object({}),
  } as const satisfies Call;

  it('is observed with the identifier that its call names, and how it ended', async () => {
    const ends: unknown[] = [];
    const handler: Handler<Call> = async input => {
      const { end } = input.body as unknown as { end: string };
      if (end === 'refused') throw refuse('CaptchaMismatch');
      if (end === 'fault') throw new Error('fault');
      return {};
    };
    const url = await start(
      { identified: { call: identified, handler } },
      {
        onCallEnd: (name, call, { identifier }, outcome) =>
          void ends.push([
            name,
            call.path,
            identifier,
            typeof outcome === 'string' ? outcome : outcome.refusal,
          ]),
      },
    );
    const send = (end: string) =>
      post(`${url}/identified`, JSON.stringify({ identity: ' Anna@Example.com', end }));
    for (const end of ['ok', 'refused', 'fault']) await send(end);
    const anna = { kind: 'email', value: 'anna@example.com' };
    expect(ends).toEqual([
      ['identified', '/identified', anna, 'ok'],
      ['identified', '/identified', anna, 'CaptchaMismatch'],
      ['identified', '/identified', anna, 'fault'],
    ]);
  });

  it('is not observed where the input breaks the contract', async () => {
    const ends: unknown[] = [];
    const url = await start(
      { identified: { call: identified, handler: async () => ({}) } },
      { onCallEnd: name => void ends.push(name) },
    );
    expect((await post(`${url}/identified`, '{}')).status).toBe(400);
    expect(ends).toEqual([]);
  });
});

describe('security', () => {
  it('headers stand on every answer', async () => {
    const url = await start(table);
    for (const response of [await post(`${url}/echo`, '{"pid":"a"}'), await fetch(`${url}/nothing`)]) {
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('lets this machine’s origins call in development, with credentials', async () => {
    const url = await start(table);
    const response = await post(`${url}/echo`, '{"pid":"a"}', { origin: 'http://localhost:5173' });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('access-control-expose-headers')).toBe('X-Request-Id, Retry-After');
  });

  it.each([
    'http://evil.example',
    'http://localhost.evil.example',
    'null',
    'http://127.0.0.1:80@evil.example',
  ])('does not let %s read', async origin => {
    const response = await post(`${await start(table)}/echo`, '{"pid":"a"}', { origin });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('lets listed origins alone call where there is a list', async () => {
    const url = await start(table, { env: { ROLLCALL_ORIGINS: 'https://school.example' } });
    const allowed = async (origin: string) =>
      (await post(`${url}/echo`, '{"pid":"a"}', { origin })).headers.get('access-control-allow-origin');
    expect(await allowed('https://school.example')).toBe('https://school.example');
    expect(await allowed('http://localhost:5173')).toBeNull();
  });

  it('answers a preflight, to be kept, with the headers of the account library', async () => {
    const response = await fetch(`${await start(table)}/echo`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:1', 'access-control-request-method': 'PATCH' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-max-age')).toBe('7200');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-headers')).toContain('SDK-Account-Version');
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
  });
});
