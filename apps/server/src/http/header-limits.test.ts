import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCookieLimit } from './header-limits.ts';
import { type TestHttp, testHttp } from './testing.ts';

let http: TestHttp;
beforeAll(async () => {
  http = await testHttp(
    {},
    {
      add: server => {
        addCookieLimit(server);
        server.get('/sign-in', async () => 'the page');
      },
    },
  );
});
afterAll(() => http?.close());

/** The whole answer to a request with these headers, as text; its body may be in chunks. */
const raw = (fields: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(http.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', chunk => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
    // The rest of the request may be refused.
    socket.on('error', error => (text === '' ? reject(error) : resolve(text)));
    socket.write(
      `${['GET /sign-in HTTP/1.1', 'host: localhost', 'connection: close', ...fields].join('\r\n')}\r\n\r\n`,
    );
  });
const cookies = (bytes: number) => `cookie: a=${'x'.repeat(bytes - 2)}`;
const navigation = 'accept: text/html,application/xhtml+xml';

it('a navigation with up to 16 KB of cookies gets its page', async () => {
  const answer = await raw([navigation, cookies(16 * 1024)]);
  expect(answer).toContain('HTTP/1.1 200');
  expect(answer).toContain('the page');
});

it.each([17, 40, 63, 80, 200])('one with %i KB gets a page in words', async size => {
  const chinese = await raw([navigation, cookies(size * 1024)]);
  expect(chinese.split('\r\n', 1)).toEqual(['HTTP/1.1 431 Request Header Fields Too Large']);
  expect(chinese).toMatch(/^content-type: text\/html; charset=utf-8\r$/im);
  expect(chinese).toMatch(/^cache-control: no-store\r$/im);
  expect(chinese).toMatch(/^content-security-policy: default-src 'self'/im);
  expect(chinese).toMatch(/^x-request-id: /im);
  expect(chinese).toContain('<h1>Cookie 太多，网页打不开</h1>');
});

it('the page is in the language of the browser', async () => {
  for (const size of [17, 80]) {
    const english = await raw([navigation, 'accept-language: en', cookies(size * 1024)]);
    // The parser gives up in a later packet, which may not have the header any more.
    expect(english).toMatch(size === 17 ? /Too many cookies/ : /Too many cookies|Cookie 太多/);
  }
});

it('a call is answered as long as its headers are read at all, and then in JSON', async () => {
  expect(await raw(['accept: */*', cookies(40 * 1024)])).toContain('HTTP/1.1 200');
  const many = Array.from({ length: 30 }, (_, n) => `x-${n}: ${'x'.repeat(3 * 1024)}`);
  const answer = await raw(['accept: */*', ...many]);
  expect(answer).toMatch(/^HTTP\/1\.1 (?:413|431) /);
});
