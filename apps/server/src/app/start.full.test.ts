import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls, signedIn } from '@rollcall/contract';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeIn } from '../platform/database/embedded/initialise.ts';
import { type TestServer, testServer } from './testing.ts';

describe('a running server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server?.stop());

  const phone = '13800000001';
  const register = async () => {
    const sent = await server.ask('POST', calls.sendRegisterCaptcha.path, {
      phone_number: phone,
      pid: 'school',
    });
    const captcha = server.codes(phone)[0];
    const body = { phone_number: phone, captcha, password: 'Hush-hush1', agreement_ids: [-1], pid: 'school' };
    return { sent, registered: await server.ask('POST', calls.registerByPhone.path, body) };
  };

  it('signs somebody up over HTTP, and keeps the number, the password and the tokens out of its log', async () => {
    const { sent, registered } = await register();
    expect([sent.status, registered.status]).toEqual([200, 200]);
    const { token } = v.parse(signedIn, registered.json?.data).auth;
    const authorization = `Bearer ${token.access.token}`;
    const profile = await server.ask('GET', `${calls.getProfile.path}?phone_number=${phone}`, undefined, {
      authorization,
    });
    expect(profile.status).toBe(200);
    const refreshed = await server.ask('PUT', calls.refreshTokens.path, {
      refresh_token: token.refresh.token,
    });
    expect(refreshed.status).toBe(200);
    const log = server.lines.join('');
    expect(log).toContain('"route":"/tiger/v3/web/accounts/register/phone/with-agreement"');
    for (const secret of [
      phone,
      'Hush-hush1',
      token.access.token,
      token.refresh.token,
      server.codes(phone)[0] ?? phone,
    ]) {
      expect(log).not.toContain(secret);
    }
  });

  it('shows the messages that were sent', async () => {
    const listed = await server.ask('GET', `/dev/messages.json?to=${phone}`);
    expect(JSON.parse(listed.text)).toEqual([
      {
        to: phone,
        channel: 'sms',
        purpose: 'register',
        code: expect.stringMatching(/^\d{6}$/),
        text: expect.stringContaining(server.codes(phone)[0] ?? 'no code'),
        at: new Date(server.now()).toISOString(),
      },
    ]);
    expect(JSON.parse((await server.ask('GET', '/dev/messages.json?to=nobody')).text)).toEqual([]);
    const page = await server.ask('GET', '/dev/messages', undefined, { 'accept-language': 'en' });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain(
      `<b>${server.codes(phone)[0]}</b> ${phone} <small>text message · to sign up · `,
    );
    const nonce = /<style nonce="([^"]+)">/.exec(page.text)?.[1];
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
  });

  it('is healthy and ready', async () => {
    expect((await server.ask('GET', '/healthz')).text).toBe('{"status":"ok"}');
    expect((await server.ask('GET', '/readyz')).text).toBe(
      '{"status":"ok","database":"ok","roles":"all","usage":"ok"}',
    );
  });

  it('shows its metrics by route, never by address', async () => {
    await server.ask('GET', '/agreements/77001');
    const { text, headers } = await server.ask('GET', '/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(
      /rollcall_http_request_seconds_count\{method="GET",route="\/agreements\/:id",status="404"\} 1/,
    );
    expect(text).not.toContain('77001');
    expect(text).toMatch(/rollcall_database_connections\{state="total"\} \d/);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it('publishes its keys and its calls [3.jwks]', async () => {
    const keys = await server.ask('GET', '/.well-known/jwks.json');
    expect(JSON.parse(keys.text)).toMatchObject({ keys: [{ kty: 'OKP', crv: 'Ed25519' }] });
    expect(keys.text).not.toContain('"d"');
    const document = JSON.parse((await server.ask('GET', '/openapi.json')).text) as { paths: object };
    expect(Object.keys(document.paths)).toContain('/tiger/v3/web/accounts/login');
  });

  it('shows an agreement to read, and takes nothing in it as HTML', async () => {
    const { id } = await server.database.db
      .insertInto('agreements')
      .values({
        code: 'test',
        version: 3,
        pid: null,
        needs_signature: false,
        title: JSON.stringify({ 'zh-CN': '测试协议', en: 'Test <agreement>' }),
        body: JSON.stringify({
          'zh-CN': '第一段\n\n第二段',
          en: '# One & two\n\nHello <script>alert(1)</script>\nline',
        }),
        published_at: new Date(server.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const english = await server.ask('GET', `/agreements/${id}`, undefined, { 'accept-language': 'en' });
    expect(english.text).toContain('<h1>Test &lt;agreement&gt;</h1>');
    expect(english.text).toContain('<h2>One &amp; two</h2>');
    expect(english.text).toContain('<p>Hello &lt;script&gt;alert(1)&lt;/script&gt;<br>line</p>');
    expect(english.text).toContain('Version 3, November 21, 2026');
    const chinese = await server.ask('GET', `/agreements/${id}`, undefined, {
      cookie: 'rollcall_theme=dark',
    });
    expect(chinese.text).toContain('<html lang="zh-CN" data-theme="dark">');
    expect(chinese.text).toContain('<p>第一段</p>\n<p>第二段</p>');
    // What the reader switched to wins over what the browser asks for.
    const switched = { cookie: 'rollcall_language=en', 'accept-language': 'zh-CN' };
    expect((await server.ask('GET', `/agreements/${id}`, undefined, switched)).text).toContain('Version 3');
    const list = await server.ask('GET', '/agreements', undefined, switched);
    expect(list.text).toContain('<h1>Terms and privacy</h1>');
    expect(list.text).toContain(`<li><a href="/agreements/${id}">Test &lt;agreement&gt;</a></li>`);
    expect((await server.ask('GET', '/agreements?language=zh-CN', undefined, switched)).text).toContain(
      `<li><a href="/agreements/${id}?language=zh-CN">测试协议</a></li>`,
    );
    for (const none of ['0', '99999999999', 'x', "1'--", '%00']) {
      expect((await server.ask('GET', `/agreements/${none}`)).json?.code).toMatch(/RC_40[04]/);
    }
  });
});

describe('production', () => {
  it('has no page of messages', async () => {
    const server = await testServer({
      env: {
        ROLLCALL_ENV: 'prod',
        ROLLCALL_ISSUER: 'https://accounts.school.example',
        ROLLCALL_PIDS: 'school',
        ROLLCALL_PRODUCTS: 'school',
      },
    });
    try {
      expect((await server.ask('GET', '/dev/messages.json')).status).toBe(404);
      expect((await server.ask('GET', '/dev/messages')).status).toBe(404);
      const sent = await server.ask('POST', calls.sendRegisterCaptcha.path, {
        phone_number: '13800000001',
        pid: 'school',
      });
      expect([sent.status, sent.json?.code, sent.headers.get('retry-after')]).toEqual([503, 'RC_54', '10']);
      expect(server.lines.join('')).toContain('no message sender is configured');
    } finally {
      await server.stop();
    }
  });
});

describe('stopping', () => {
  it('lets a running request finish, takes no new connection, and is not healthy meanwhile', async () => {
    const server = await testServer();
    let arrived = () => {};
    let finish = () => {};
    const inside = new Promise<void>(resolve => {
      arrived = resolve;
    });
    const gate = new Promise<void>(resolve => {
      finish = resolve;
    });
    // A call that is held by its own database work until the test lets it go.
    const { check } = server.database;
    Object.assign(server.app.messages, {
      send: async () => {
        arrived();
        await gate;
        await check();
      },
    });
    const running = server.ask('POST', calls.sendRegisterCaptcha.path, {
      phone_number: '13800000002',
      pid: 'school',
    });
    await inside;
    const stopped = server.stop();
    const answers = await Promise.all([server.server.inject('/healthz'), server.server.inject('/readyz')]);
    expect(answers.map(answer => [answer.statusCode, answer.headers['retry-after']])).toEqual([
      [503, '1'],
      [503, '1'],
    ]);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
    finish();
    const answer = await running;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    await server.stop();
    expect(server.lines.join('')).not.toContain('requests did not finish in time');
    expect(server.lines.join('')).toContain('"msg":"stopped"');
  });

  it('closes what does not finish in time, and the database after it', async () => {
    const server = await testServer({ grace: 50 });
    let arrived = () => {};
    const inside = new Promise<void>(resolve => {
      arrived = resolve;
    });
    const never = new Promise<void>(() => {});
    Object.assign(server.app.messages, {
      send: () => {
        arrived();
        return never;
      },
    });
    const { hostname, port } = new URL(server.url);
    const gone = new Promise<string>(resolve => {
      const call = request({
        hostname,
        port,
        path: calls.sendRegisterCaptcha.path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      call.on('error', error => resolve(error.message));
      call.end(JSON.stringify({ phone_number: '13800000003', pid: 'school' }));
    });
    await inside;
    await server.stop();
    expect(await gone).toBe('socket hang up');
    expect(server.lines.join('')).toContain('requests did not finish in time');
    await expect(server.database.check()).rejects.toThrow(/.+/);
  });
});

/** A module that has node write the address of each module that it loads to the file `LOADED_MODULES`. */
const notingLoads = (() => {
  const asModule = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
  const hooks = asModule(`import { appendFileSync } from 'node:fs';
    export const load = (url, context, next) => {
      appendFileSync(process.env.LOADED_MODULES, url + '\\n');
      return next(url, context);
    };`);
  return asModule(`import { register } from 'node:module'; register(${JSON.stringify(hooks)});`);
})();

describe('the program', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const run = (env: Record<string, string>) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--conditions', '@rollcall/source', main], {
      env: { PATH: process.env.PATH ?? '', ROLLCALL_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    const ready = new Promise<string>(resolve => {
      child.stdout.on('data', chunk => {
        out += String(chunk);
        if (out.includes('\n')) resolve(out);
      });
    });
    child.stderr.on('data', chunk => {
      err += String(chunk);
    });
    const ended = new Promise<number | null>(resolve => {
      child.on('close', resolve);
    });
    return { child, ready, ended, stderr: () => err };
  };

  it('says where it is in one line, and ends well when told to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-main-'));
    const modules = join(folder, 'modules');
    await writeFile(modules, '');
    const { child, ready, ended, stderr } = run({
      ROLLCALL_DATA: join(folder, 'data'),
      NODE_OPTIONS: `--import=${notingLoads}`,
      LOADED_MODULES: modules,
    });
    const line = await Promise.race([ready, ended.then(() => stderr())]);
    expect(line).toMatch(
      /^Rollcall is ready at http:\/\/127\.0\.0\.1:\d+\. Codes that it sends: http\S+\/dev\/messages\nMake the console's first admin, once: http:\/\/127\.0\.0\.1:\d+\/console\/first-run#[\w-]{43}\n$/,
    );
    const url = /http:\S+:\d+/.exec(line)?.[0];
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // The event store's process loads it; here it would cost memory, and a sixth of the start.
    if (process.platform === 'linux')
      expect(await readFile(`/proc/${child.pid}/maps`, 'utf8')).not.toContain('libduckdb');
    // One machine needs nothing that only several do.
    const loaded = await readFile(modules, 'utf8');
    expect(loaded).toContain('/engines/embedded/');
    expect(loaded).not.toMatch(/\/engines\/cluster\/|\/node_modules\/@(?:nats-io|clickhouse)\//);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(stderr()).toContain('"msg":"stopped"');
    expect(stderr()).not.toMatch(/"level":"(?:warn|error)"/);
    await rm(folder, { recursive: true, force: true });
  });

  it('ends loudly when the embedded database ends by itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-main-'));
    const { ready, ended, stderr } = run({ ROLLCALL_DATA: folder });
    await Promise.race([ready, ended]);
    const [pid] = (await readFile(join(homeIn(folder).data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    expect(await ended).toBe(1);
    expect(stderr()).toContain('The embedded database ended by itself; Rollcall ends too.');
    await rm(folder, { recursive: true, force: true });
  });

  it('tells every wrong variable and does not start', async () => {
    const { ended, stderr } = run({ ROLLCALL_PORT: 'x', ROLLCALL_ENV: 'prod' });
    expect(await ended).toBe(78);
    expect(stderr()).toContain('ROLLCALL_PORT is "x"');
    expect(stderr()).toContain('ROLLCALL_SECRET is not set');
  });

  it('says so in words when the database cannot be reached', async () => {
    const { ended, stderr } = run({
      ROLLCALL_DATABASE_URL: 'postgres://x@127.0.0.1:1/y',
      ROLLCALL_SECRET: 'tests-do-not-keep-this-0123456789-abcdef',
    });
    expect(await ended).toBe(1);
    expect(stderr()).toContain('Rollcall could not start: The database does not answer');
  });
});
