/** What the proxy and the server answer in production. Run by `npm run proofs -- production`. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, type School, startSchool, www } from './school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school?.stop());

describe('nginx with the configuration of the guide', () => {
  test('accepts the configuration without a warning', () => {
    expect(school.nginx.checked).toContain('syntax is ok');
    expect(school.nginx.checked).not.toMatch(/\[(?:warn|error|emerg)\]/);
  });

  test('redirects http to https, query included', async () => {
    const { status, headers } = await school.ask('http://accounts.school.test/sign-in?return=/account');
    expect([status, headers.location]).toEqual([301, `${accounts}/sign-in?return=/account`]);
  });

  test('gives each request an id, which the answer has', async () => {
    const { headers } = await school.ask(`${accounts}/healthz`, { 'x-request-id': 'of-the-sender' });
    expect(headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
  });

  test('passes on only the IP of the sender', async () => {
    const { text } = await school.ask(`${accounts}/usage/v1/ip`, {
      origin: www,
      'x-forwarded-for': '203.0.113.7',
    });
    expect(JSON.parse(text)).toEqual({ data: { ip: '127.0.0.1' } });
  });

  test('accepts bodies of up to 5 MiB', async () => {
    const upload = (bytes: number) =>
      school.ask(
        `${accounts}/tiger/v3/web/accounts/avatar`,
        { 'content-type': 'image/png' },
        Buffer.alloc(bytes),
      );
    // The server's own refusal: there is no token.
    expect((await upload(5 * 1024 * 1024)).status).toBe(401);
    expect(await upload(5 * 1024 * 1024 + 1)).toMatchObject({
      status: 413,
      headers: { 'content-type': 'text/html' },
    });
  });

  test('hands on a file of people as it comes: who sends it is asked before it is there', async () => {
    const { hostname } = new URL(accounts);
    const sending = request({
      method: 'POST',
      host: '127.0.0.1',
      port: school.port,
      servername: hostname,
      path: '/api/v1/imports/file?name=a.csv&pid=school',
      headers: { host: hostname, 'content-length': 1000 },
      ca: school.ca,
    });
    sending.on('error', () => undefined);
    sending.write('the beginning');
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    sending.destroy();
  });

  test('compresses answers, and caches only the files of /static/', async () => {
    const packed = { 'accept-encoding': 'gzip' };
    expect((await school.ask(`${accounts}/openapi.json`, packed)).headers['content-encoding']).toBe('gzip');
    const page = await school.ask(`${accounts}/sign-in`);
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const cached = () => readdirSync(school.nginx.cache, { recursive: true }).length;
    expect(cached()).toBe(0);
    const [script] = /\/static\/[\w.-]+\.js/.exec(page.text) ?? [''];
    const answers = [await school.ask(accounts + script), await school.ask(accounts + script)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 2 }, () => [200, answers[0]?.text]),
    );
    expect(answers[1]?.headers['cache-control']).toContain('immutable');
    expect(cached()).toBe(1);
  });
});

describe('the server in production', () => {
  test('requires https by HSTS', async () => {
    const { headers } = await school.ask(`${accounts}/sign-in`);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test.each([
    '/dev/messages',
    '/dev/messages.json',
    '/gallery',
    '/contests',
    '/lesson/1',
    '/usage/v1/sample',
    '/auth/sign-in',
  ])('does not serve %s', async path => {
    expect((await school.ask(accounts + path)).status).toBe(404);
  });

  test('serves /metrics only with its token', async () => {
    const ask = (headers: Record<string, string>) => school.ask(`${accounts}/metrics`, headers);
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: 'Bearer another-one-0123456789' })).status).toBe(401);
    const { status, text } = await ask({ authorization: `Bearer ${school.metricsToken}` });
    expect(status).toBe(200);
    expect(text).toContain('rollcall_http_request_seconds');
  });

  test('publishes security.txt', async () => {
    const { text } = await school.ask(`${accounts}/.well-known/security.txt`);
    expect(text).toContain('Contact: mailto:security@school.test\n');
  });

  test('answers the school’s sites, and no other origin', async () => {
    const allowed = async (origin: string) =>
      (await school.ask(`${accounts}/tiger/v3/web/accounts/profile`, { origin })).headers[
        'access-control-allow-origin'
      ];
    expect(await allowed(www)).toBe(www);
    expect(await allowed('https://b.school.test')).toBeUndefined();
    expect(await allowed('http://www.school.test')).toBeUndefined();
  });
});
