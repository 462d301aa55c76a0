/** Against the vendors' simulators, run as a process of their own: sign-in pages, codes, errors and outages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createQq } from './qq.ts';
import { createWechat, SnapshotPerson } from './wechat.ts';

let simulators: ChildProcess;
let url: string;
const redirect = 'http://localhost/oauth/qq';
/** The name of li-lei at the vendors. */
const PERSON = '李雷';

beforeAll(async () => {
  const root = fileURLToPath(new URL('../../../../../../../', import.meta.url));
  simulators = spawn(process.execPath, ['--import', 'tsx', 'apps/simulators/src/main.ts'], {
    cwd: root,
    env: { ...process.env, SIMULATORS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise<string>((resolve, reject) => {
    simulators.once('exit', code => reject(new Error(`The simulators ended with ${code}.`)));
    let text = '';
    simulators.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /(http:\/\/[\w.:]+)\/control/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
});
const condition = (vendor: string, body: object) =>
  fetch(`${url}/control/${vendor}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
afterEach(() => fetch(`${url}/control/reset`, { method: 'POST' }));
afterAll(async () => {
  if (simulators?.exitCode !== null) return;
  const ended = new Promise(resolve => simulators.once('exit', resolve));
  simulators.kill('SIGTERM');
  await ended;
});

/** What a person does at the vendor's page; gives the query that they come back with. */
const visit = async (path: string, form: Record<string, string>): Promise<URLSearchParams> => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ state: 's', decision: 'allow', person: 'li-lei', ...form }),
  });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '').searchParams;
};
const atWechat = async (appid: string, more: Record<string, string> = {}) =>
  visit('/wechat/connect/confirm', {
    appid,
    redirect_uri: 'http://localhost/oauth/wechat',
    scope: 'snsapi_login',
    response_type: 'code',
    ...more,
  });
const atQq = async (client_id: string) =>
  (await visit('/qq/oauth2.0/confirm', { client_id, redirect_uri: redirect, response_type: 'code' })).get(
    'code',
  ) ?? '';

describe('WeChat', () => {
  const app = (n: number) =>
    createWechat(
      { appid: `wx000000000000000${n}`, secret: `wechat-simulator-secret-000000${n}` },
      { base: `${url}/wechat` },
      500,
    );
  const code = async (n: number) => (await atWechat(`wx000000000000000${n}`)).get('code') ?? '';

  test('one person in two apps of one account: two subjects, one union id', async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(async n => (await app(n).identify(await code(n), undefined)).identity),
    );
    expect(one?.subject).not.toBe(two?.subject);
    expect(one?.unionid).toBe(two?.unionid);
    expect(one?.unionid).toBeTypeOf('string');
    expect(three).not.toHaveProperty('unionid');
  });

  test('one person in a website app and a service account: one union id, and a snapshot is nobody', async () => {
    const service = createWechat(
      { appid: 'wx0000000000000011', secret: 'wechat-simulator-secret-0000011' },
      { base: `${url}/wechat`, serviceAccount: true },
      500,
    );
    const trx = async (decision: string) => {
      const form = { appid: 'wx0000000000000011', redirect_uri: 'http://localhost/oauth/wechat', decision };
      const back = await visit('/wechat/connect/oauth2/confirm', { ...form, scope: 'snsapi_userinfo' });
      return back.get('code') ?? '';
    };
    const here = (await service.identify(await trx('allow'), undefined)).identity;
    const there = (await app(1).identify(await code(1), undefined)).identity;
    expect(here.unionid).toBe(there.unionid);
    expect(here.subject).not.toBe(there.subject);
    await expect(service.identify(await trx('snapshot'), undefined)).rejects.toBeInstanceOf(SnapshotPerson);
  });

  test('a denial returns with the state alone', async () => {
    const query = await atWechat('wx0000000000000001', { decision: 'refuse' });
    expect(Object.fromEntries(query)).toEqual({ state: 's' });
  });

  test('a code can be used once', async () => {
    const used = await code(1);
    const { name } = await app(1).identify(used, undefined);
    expect(await name()).toBe(PERSON);
    await expect(app(1).identify(used, undefined)).rejects.toMatchObject({ kind: 'refused' });
  });

  test.each([
    [{ mode: 'fail' }, 'refused'],
    [{ mode: 'slow', delay_ms: 20_000 }, 'unavailable'],
    [{ mode: 'down' }, 'unavailable'],
    [{ mode: 'down', code: '502' }, 'unavailable'],
    [{ mode: 'error', code: '-1' }, 'unavailable'],
    [{ mode: 'error', code: '40125' }, 'misconfigured'],
  ])('%j', async (body, kind) => {
    const good = await code(1);
    expect((await condition('wechat', body)).status).toBe(200);
    await expect(app(1).identify(good, undefined)).rejects.toMatchObject({ kind });
  });
});

describe('QQ', () => {
  const app = (n: number) =>
    createQq(
      { appid: `10000000${n}`, secret: `qq-simulator-secret-0000000000${n}` },
      { url: `${url}/qq`, redirectUri: '' },
      500,
    );

  test('one person in two apps of one account: two subjects, one union id', async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(async n => (await app(n).identify(await atQq(`10000000${n}`), redirect)).identity),
    );
    expect(one?.subject).not.toBe(two?.subject);
    expect(one?.unionid).toBe(two?.unionid);
    expect(one?.unionid).toBeTypeOf('string');
    expect(three).not.toHaveProperty('unionid');
  });

  test('a code can be used once, and only with the redirect URI that it was sent to', async () => {
    const code = await atQq('100000001');
    await expect(app(1).identify(code, 'http://localhost/else')).rejects.toMatchObject({ kind: 'refused' });
    const { name } = await app(1).identify(code, redirect);
    expect(await name()).toBe(PERSON);
    await expect(app(1).identify(code, redirect)).rejects.toMatchObject({ kind: 'refused' });
  });

  test.each([
    [{ mode: 'fail' }, 'refused'],
    [{ mode: 'slow', delay_ms: 20_000 }, 'unavailable'],
    [{ mode: 'down', code: '504' }, 'unavailable'],
    [{ mode: 'error', code: '100016' }, 'refused'],
    [{ mode: 'error', code: '100009' }, 'misconfigured'],
  ])('%j', async (body, kind) => {
    const code = await atQq('100000001');
    expect((await condition('qq', body)).status).toBe(200);
    await expect(app(1).identify(code, redirect)).rejects.toMatchObject({ kind });
  });
});
