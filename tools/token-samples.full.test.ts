/**
 * The services of docs/tokens.md that check a token, each as a process of its own in an empty folder, before a real server:
 * Fastify and Next here, the others by `npm run proofs -- samples`, because they are compiled or downloaded.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../apps/server/src/app/testing.ts';
import { heldClock, testServer } from '../apps/server/src/app/testing.ts';
import { sample } from './samples.mjs';
import { languagePrograms } from './system-programs.mjs';
import { link } from './testing/installed.ts';

const ACCOUNTS = '/tiger/v3/web/accounts';
const long = process.env['ROLLCALL_SAMPLES'] === 'long';

/** Puts a sample on `@rollcall/node` into a folder. @returns its command, by the package's sources */
const ofNode = (folder: string, name: string, started = `${name}.mjs`): readonly string[] => {
  link(folder, ['fastify', '@rollcall/node', 'tsx']);
  writeFileSync(join(folder, 'verify-token.mjs'), sample('tokens/verify-token.mjs'));
  writeFileSync(join(folder, `${name}.mjs`), sample(`tokens/${name}.mjs`));
  return [process.execPath, '--conditions=@rollcall/source', '--import', 'tsx', started];
};

/** Puts a service into an empty folder. @returns its command */
const services: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  Fastify: folder => ofNode(folder, 'fastify'),
  Next: folder => {
    // What Next does with a route, without the rest of it: it passes a Request, and sends the Response.
    writeFileSync(
      join(folder, 'next-host.mjs'),
      `import { createServer } from 'node:http';
      import { GET } from './next.mjs';
      createServer(async ({ url, headers }, response) => {
        const answer = await GET(new Request(new URL(url, 'http://127.0.0.1'), { headers }));
        response.writeHead(answer.status).end(await answer.text());
      }).listen(Number(process.env.PORT), '127.0.0.1');`,
    );
    return ofNode(folder, 'next', 'next-host.mjs');
  },
  ...(long && {
    Express: folder => {
      run(folder, ['npm', 'install', '--no-audit', '--no-fund', 'express']);
      return ofNode(folder, 'express');
    },
    Java: folder => {
      writeFileSync(join(folder, 'CheckToken.java'), sample('tokens/CheckToken.java'));
      return [languagePrograms().java, 'CheckToken.java'];
    },
    Go: folder => {
      writeFileSync(join(folder, 'main.go'), sample('tokens/main.go'));
      run(folder, [languagePrograms().go, 'build', '-o', 'service', 'main.go']);
      return [join(folder, 'service')];
    },
  }),
};

const run = (cwd: string, [program = '', ...given]: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(program, given, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`);
};

/** The address of Rollcall for services: before whichever server runs, and it counts who asks for keys. */
let front: Server;
let issuer: string;
let keyRequests = 0;
let server: TestServer;
const older: TestServer[] = [];
const clock = heldClock(Date.now());
const env = () => ({ ROLLCALL_ISSUER: issuer });
beforeAll(async () => {
  front = createServer((request, response) => {
    keyRequests++;
    void server
      .ask('GET', request.url ?? '')
      .then(({ status, text }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(text),
      );
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  issuer = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  server = await testServer({ env: env(), now: clock });
});
afterAll(async () => {
  front?.close();
  await server?.stop();
  for (const each of older.toReversed()) await each.stop();
});
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0).toReversed()) close();
});

/** Starts a service and waits until it answers. @returns the status of its answer to a token */
const start = async (command: readonly string[], cwd: string) => {
  // A port that was free a moment ago.
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const [program = '', ...given] = command;
  const child: ChildProcess = spawn(program, given, {
    cwd,
    env: { ...process.env, PORT: String(port), ROLLCALL_ISSUER: issuer, ROLLCALL_PID: 'my-school' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  open.push(() => child.kill('SIGKILL'));
  const ask = (authorization?: string) =>
    fetch(`http://127.0.0.1:${port}/me`, { headers: authorization === undefined ? {} : { authorization } });
  await expect
    .poll(() =>
      ask().then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401);
  return ask;
};

let next = 0;
/** Signs a new number in. */
const signIn = async (pid = 'my-school'): Promise<{ id: string; token: string }> => {
  const phone_number = `1380000${String(1000 + next++)}`;
  const body = { phone_number, pid };
  await server.ask('POST', `${ACCOUNTS}/captcha/login/silence`, body);
  const [captcha] = server.codes(phone_number);
  const { json } = await server.ask('POST', `${ACCOUNTS}/phone/login/silence`, { ...body, captcha });
  const { data } = json as {
    data: { auth: { account_id: string; token: { access: { token: string } } } };
  };
  return { id: data.auth.account_id, token: data.auth.token.access.token };
};
const text = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

test.each(Object.keys(services))(
  '%s accepts a valid token, refuses every other, and follows a change of keys',
  async name => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-service-'));
    open.push(() => rmSync(folder, { recursive: true, force: true }));
    const ask = await start(services[name]?.(folder) ?? [], folder);
    const status = async (token: string) => (await ask(`Bearer ${token}`)).status;

    clock.set(Date.now() - 2 * 3600 * 1000);
    const { token: over } = await signIn();
    clock.set(Date.now());
    const { id, token: good } = await signIn();
    const { token: foreign } = await signIn('another-school');

    const answer = await ask(`Bearer ${good}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ account: id });
    expect(await status(foreign)).toBe(401);
    expect(await status(over)).toBe(401);

    const [head = '', claims = '', mark = ''] = good.split('.');
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const signed = (header: string, body: string) =>
      `${header}.${body}.${sign(null, Buffer.from(`${header}.${body}`), stranger).toString('base64url')}`;
    const none = text({ ...read(head), alg: 'none' });
    const forged = [
      `${head}.${claims}.${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`,
      `${head}.${text({ ...read(claims), sub: 'somebody-else' })}.${mark}`,
      signed(head, claims),
      signed(text({ ...read(head), jwk: { kty: 'OKP' }, jku: 'http://127.0.0.1:1/' }), claims),
      `${none}.${claims}.`,
      `${none}.${claims}.${mark}`,
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `${text({})}.${claims}.${mark}`,
      'opaque',
    ];
    for (const token of forged) expect(await status(token), token).toBe(401);
    for (const header of [undefined, '', good, `Basic ${good}`]) expect((await ask(header)).status).toBe(401);

    // Keys are cached, and unknown key ids do not fetch them repeatedly.
    const before = keyRequests;
    const unknown = (at: number) => signed(text({ alg: 'EdDSA', kid: `unknown-${at}` }), claims);
    for (let at = 0; at < 50; at++) expect(await status(unknown(at))).toBe(401);
    expect(await status(good)).toBe(200);
    expect(keyRequests - before).toBeLessThanOrEqual(2);

    // Other keys, as after a theft: docs/production.md.
    await server.database.pool.query('delete from signing_keys');
    older.push(server);
    server = await testServer({ env: env(), now: clock, beside: server });
    const { token: fresh } = await signIn();
    expect(read(fresh.split('.')[0])['kid']).not.toBe(read(head)['kid']);
    await expect.poll(() => status(fresh), { interval: 250 }).toBe(200);
    expect(await status(good)).toBe(401);
  },
);
