/** A worker beside an owner, both in this process: what it serves itself, and what it passes on. */
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiCalls } from '@rollcall/contract/api';
import { consoleCalls } from '@rollcall/contract/console';
import { calls, SOURCE_MAPS_PATH } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTracer } from '../platform/tracing.ts';
import { createLog } from '../platform/log.ts';
import { createForwarding } from './forwarding.ts';
import { restorePeer } from './owner-peer.ts';
import { isOfOwner } from './role-paths.ts';
import { type RunningServer, startServer } from './start.ts';
import { noteAttack } from './testing/attack-table.ts';
import { type TestServer, testServer } from './testing.ts';

const SECRET = 'k8-the-build-of-the-school-0123456789-QwZx';
let owner: TestServer;
let worker: RunningServer;
let socket: Server;
let folder: string;
const lines: string[] = [];

beforeAll(async () => {
  owner = await testServer({
    env: { ROLLCALL_TRUST_PROXY: 'loopback', ROLLCALL_SOURCE_MAP_SECRETS: `school:${SECRET}` },
  });
  folder = await mkdtemp(join(tmpdir(), 'rollcall-owner-'));
  const path = join(folder, 'owner.sock');
  socket = createServer((request, response) => {
    if (!restorePeer(request, response)) owner.server.server.emit('request', request, response);
  });
  await new Promise<void>(resolve => socket.listen(path, resolve));
  const { development } = owner;
  const { config } = owner.app;
  worker = await startServer(config, {
    now: owner.now,
    log: createLog(config, { write: line => void lines.push(line) }),
    worker: {
      number: 1,
      socket: path,
      connection: undefined,
      relay: {
        message: async message => development?.send(message),
        notice: async notice => development?.notices?.send(notice),
      },
    },
  });
});
afterAll(async () => {
  await worker?.stop();
  socket?.closeAllConnections();
  socket?.close();
  await owner?.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (path: string, init: RequestInit = {}) => fetch(worker.url + path, init);

describe('a worker', () => {
  it('takes up what operators set, as its owner does', () => {
    for (const { jobs } of [owner, worker])
      expect(jobs.filter(({ name }) => name === 'take up settings')).toMatchObject([{ scope: 'process' }]);
  });

  it('serves each call of the contract and the console itself, or passes it on', async () => {
    for (const call of Object.values(calls)) {
      expect(isOfOwner(call.path), call.path).toBe(false);
      expect(worker.server.hasRoute({ method: call.method, url: call.path }), call.path).toBe(true);
    }
    const own = [...Object.values(consoleCalls), ...Object.values(apiCalls)].map(({ method, path }) => [
      path,
      worker.server.hasRoute({ method, url: path }) || isOfOwner(path),
    ]);
    expect(own.filter(([, served]) => !served)).toEqual([]);
  });

  it('serves accounts itself: its messages are shown by the owner', async () => {
    const phone = '13800000071';
    const sent = await ask(calls.sendRegisterCaptcha.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number: phone, pid: 'school' }),
    });
    expect(sent.status).toBe(200);
    const shown = (await (await ask(`/dev/messages.json?to=${phone}`)).json()) as { code: string }[];
    expect(shown.map(({ code }) => code)).toEqual(owner.codes(phone));
    expect(shown).toHaveLength(1);
    expect(lines.join('')).toContain(`"route":"${calls.sendRegisterCaptcha.path}"`);
  });

  it('passes requests on with their peer and the id that a trusted proxy gave', async () => {
    const ip = async (headers: Record<string, string>) => {
      const answer = await ask('/usage/v1/ip', { headers });
      const { data } = (await answer.json()) as { data: { ip: string } };
      return [data.ip, answer.headers.get('x-request-id')];
    };
    const id = 'a-request-of-the-proxy';
    expect(await ip({ 'x-forwarded-for': '203.0.113.9', 'x-request-id': id })).toEqual(['203.0.113.9', id]);
    expect(owner.lines.join('')).toContain(id);
    // What anybody sends in the worker's own header is replaced.
    expect((await ip({ 'x-rollcall-peer': '198.51.100.1' }))[0]).toBe('127.0.0.1');
  });

  it('passes the peer on however many headers come with it, and the owner answers nothing without it', async () => {
    const { port } = new URL(worker.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const raw = connect(Number(port), '127.0.0.1');
      let text = '';
      raw.on('data', chunk => {
        text += chunk.toString();
      });
      raw.on('end', () => resolve(text));
      raw.on('error', reject);
      const many = 'a:b\r\n'.repeat(2_100);
      raw.write(`GET /usage/v1/ip HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${many}\r\n`);
    });
    const through = answer.includes('{"data":{"ip":"127.0.0.1"}}') ? 0 : 1;
    noteAttack({
      attack: 'a sender without address, by 2,100 headers to a worker',
      tried: 1,
      through,
      may: 0,
    });
    expect(answer).toContain('{"data":{"ip":"127.0.0.1"}}');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = get({ socketPath: join(folder, 'owner.sock'), path: '/usage/v1/ip' }, response => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject);
    });
    expect(status).toBe(400);
  });

  it('passes bodies and answers on as streams', async () => {
    const events = await ask('/usage/v1/events', { method: 'POST', body: 'no events' });
    const direct = await fetch(`${owner.url}/usage/v1/events`, { method: 'POST', body: 'no events' });
    expect([events.status, (await events.json()) as object]).toEqual([direct.status, await direct.json()]);
    const query = '/console/v1/overview?today_from=1';
    const refused = await ask(query);
    expect(await refused.json()).toMatchObject({ code: (await owner.ask('GET', query)).json?.code });
    expect(refused.status).toBe(401);
    expect((await ask('/readyz')).status).toBe(200);
    expect(await (await ask('/metrics')).text()).toContain('rollcall_usage_lag_seconds');
  });

  it('passes an upload of a source map on', async () => {
    const sent = await ask(`${SOURCE_MAPS_PATH}?release=r1&script=/a.js`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
      body: JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' }),
    });
    expect(await sent.json()).toEqual({ data: { stored: true } });
  });

  it('runs no job of the installation, and leaves the link of the first admin to the owner', async () => {
    expect(worker.adminLink).toBeUndefined();
    const state = await ask('/console/v1/state');
    expect(await state.json()).toEqual({ data: { first_run: true } });
  });

  it('passes on a request of HTTP/1.0, which names no host', async () => {
    const { port } = new URL(worker.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const connection = connect(Number(port), '127.0.0.1', () =>
        connection.write('GET /readyz HTTP/1.0\r\n\r\n'),
      );
      let text = '';
      connection.setEncoding('utf8');
      connection.on('data', (part: string) => (text += part));
      connection.on('end', () => resolve(text));
      connection.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"database":"ok"');
  });

  it('answers 503 while the owner is away, and goes on when it is back', async () => {
    const listeners = socket.listeners('request');
    socket.removeAllListeners('request');
    socket.on('request', request => request.socket.destroy());
    const away = await ask('/usage/v1/time');
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await ask('/healthz')).status).toBe(200);
    socket.removeAllListeners('request');
    for (const listener of listeners) socket.on('request', listener as never);
    expect((await ask('/usage/v1/time')).status).toBe(200);
  });
});

describe('an owner that hangs', () => {
  /** A worker's front before an owner that takes requests and answers none. */
  const before = async (limits: { underWay?: number; silence?: number }) => {
    const path = join(folder, 'hanging.sock');
    const waiting: ServerResponse[] = [];
    const hanging = createServer((request, response) => {
      request.resume();
      waiting.push(response);
    });
    const forwarding = createForwarding({ socket: path, log: { warn: () => {} }, ...limits });
    const front = createServer((request, response) => {
      if (request.url === '/slow') return void request.resume();
      forwarding.forward(request, response);
    });
    await Promise.all([
      new Promise<void>(resolve => hanging.listen(path, resolve)),
      new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve)),
    ]);
    return {
      url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/`,
      waiting,
      close: async () => {
        forwarding.close();
        for (const server of [front, hanging]) {
          server.closeAllConnections();
          await new Promise(resolve => server.close(resolve));
        }
      },
    };
  };

  it('is given up after a time without a byte', async () => {
    const { url, close } = await before({ silence: 50 });
    const answer = await fetch(url, { method: 'POST', body: 'a question' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await close();
  });

  it('holds so many requests at most, and takes more when one of them is over', async () => {
    const { url, waiting, close } = await before({ underWay: 2 });
    const held = [fetch(url), fetch(url)];
    await expect.poll(() => waiting.length).toBe(2);
    expect((await fetch(url)).status).toBe(503);
    waiting[0]?.end('late');
    const first = await Promise.race(held);
    expect(await first.text()).toBe('late');
    const next = fetch(url);
    await expect.poll(() => waiting.length).toBe(3);
    for (const response of waiting.slice(1)) response.end('late');
    const answers = await Promise.all([...held, next]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await close();
  });

  it('forgets requests of a connection that is gone, behind one that is not answered', async () => {
    const { url, waiting, close } = await before({ underWay: 4 });
    const { port } = new URL(url);
    const client = connect(Number(port), '127.0.0.1');
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    client.write(ask('/slow') + ask('/').repeat(4));
    await expect.poll(() => waiting.length).toBe(4);
    expect((await fetch(url)).status).toBe(503);
    client.destroy();
    await expect.poll(() => waiting.filter(response => response.destroyed).length).toBe(4);
    const next = fetch(url);
    await expect.poll(() => waiting.length).toBe(5);
    waiting[4]?.end('answered');
    expect(await (await next).text()).toBe('answered');
    await close();
  });

  it('is asked no less where bodies do not arrive', async () => {
    const { url, waiting, close } = await before({ underWay: 1 });
    const { port } = new URL(url);
    const stalled = connect(Number(port), '127.0.0.1');
    stalled.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
    await expect.poll(() => waiting.length).toBe(1);
    const next = fetch(url);
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.end('answered');
    expect(await (await next).text()).toBe('answered');
    stalled.destroy();
    await close();
  });
});

it('passes a request on as a part of its trace, whatever the client says of one', async () => {
  const place = await mkdtemp(join(tmpdir(), 'rollcall-owner-'));
  const path = join(place, 'owner.sock');
  const upstream = createServer((request, response) => {
    response.end(JSON.stringify(request.headers['traceparent'] ?? null));
  });
  await new Promise<void>(resolve => upstream.listen(path, resolve));
  const forwarding = createForwarding({ socket: path, log: { warn: () => undefined } });
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const span = { traceparent, rename: () => undefined, add: () => undefined, end: () => undefined };
  let tracing = true;
  const front = createServer((request, response) => {
    const pass = () => forwarding.forward(request, response);
    if (tracing) withTracer({ start: () => span }, pass, span);
    else pass();
  });
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/`;
  const given = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
  const passed = async () => (await fetch(url, { headers: { traceparent: given } })).json();
  expect(await passed()).toBe(traceparent);
  tracing = false;
  expect(await passed()).toBe(given);
  forwarding.close();
  for (const server of [front, upstream]) {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
  await rm(place, { recursive: true, force: true });
});
