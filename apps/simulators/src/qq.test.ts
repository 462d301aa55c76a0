import { describe, expect, it } from 'vitest';
import { defaults } from './config.ts';
import { qqErrors } from './qq-errors.ts';
import { simulatorsOfFile } from './testing.ts';

const running = await simulatorsOfFile();

const [site, sister, lonely] = defaults.qq as readonly [
  (typeof defaults.qq)[number],
  (typeof defaults.qq)[number],
  (typeof defaults.qq)[number],
];
const REDIRECT = 'http://127.0.0.1:8080/oauth/qq';

const request = (client = site) => ({
  response_type: 'code',
  client_id: client.id,
  redirect_uri: REDIRECT,
  state: 'state-1',
});
const confirm = (more: Record<string, string> = {}, client = site) =>
  running.confirm('/qq/oauth2.0/confirm', { ...request(client), decision: 'allow', person: 'lucy', ...more });
const codeOf = async (more?: Record<string, string>, client = site) =>
  (await confirm(more, client))?.searchParams.get('code') ?? '';

const call = (path: string, query: Record<string, string>) =>
  running.get(`/qq${path}?${new URLSearchParams(query).toString()}`);
const exchange = (code: string, more: Record<string, string> = {}, client = site) =>
  call('/oauth2.0/token', {
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: client.secret,
    redirect_uri: REDIRECT,
    code,
    ...more,
  });
const exchangeJson = async (code: string, more: Record<string, string> = {}, client = site) =>
  JSON.parse((await exchange(code, { fmt: 'json', ...more }, client)).text) as Record<string, unknown>;
const tokenOf = async (more?: Record<string, string>, client = site) =>
  String((await exchangeJson(await codeOf(more, client), {}, client))['access_token']);

/** What stands between `callback(` and `);`, by the exact form that the vendor documents. */
const callback = (text: string): unknown => {
  const inside = /^callback\( (\{.*\}) \);\n$/.exec(text)?.[1];
  if (inside === undefined) throw new Error(`Not a callback: ${text}`);
  return JSON.parse(inside);
};
const errorOf = async (answer: Promise<{ text: string }>) =>
  (callback((await answer).text) as { error: number }).error;

describe('authorize', () => {
  it('shows the page, on a phone too, and an error page for a request that QQ would not take', async () => {
    expect((await call('/oauth2.0/authorize', request())).text).toContain('action="/qq/oauth2.0/confirm"');
    expect((await call('/oauth2.0/authorize', { ...request(), display: 'mobile' })).text).toContain(
      'value="mobile"',
    );
    const wrong: [string, Record<string, string>][] = [
      ['100000', { response_type: 'token' }],
      ['100001', { client_id: '' }],
      ['100008', { client_id: '999' }],
      ['100010', { redirect_uri: 'https://evil.example/' }],
    ];
    for (const [code, more] of wrong) {
      expect((await call('/oauth2.0/authorize', { ...request(), ...more })).text).toContain(
        `<code>${code}</code>`,
      );
      expect(await confirm(more)).toBeNull();
    }
  });

  it('comes back with code and state; a cancelled one closes its page, on a phone it says usercancel', async () => {
    const back = await confirm();
    expect([...(back?.searchParams.keys() ?? [])]).toEqual(['code', 'state']);
    expect(await confirm({ decision: 'refuse' })).toBeNull();
    expect(await confirm({ decision: 'close', display: 'mobile' })).toBeNull();
    expect((await confirm({ decision: 'refuse', display: 'mobile' }))?.search).toBe(
      '?usercancel=1&state=state-1',
    );
  });
});

describe('token', () => {
  it('answers a form by default', async () => {
    const { text, type } = await exchange(await codeOf());
    expect(type).toContain('text/html');
    expect(text).toMatch(/^access_token=\w{64}&expires_in=7776000&refresh_token=\w{64}$/);
  });

  it('answers JSON with fmt=json, expires_in a string, and the openid with need_openid=1', async () => {
    expect(await exchangeJson(await codeOf(), { need_openid: '1' })).toEqual({
      access_token: expect.any(String),
      expires_in: '7776000',
      refresh_token: expect.any(String),
      openid: expect.stringMatching(/^[\dA-F]{32}$/),
    });
    expect((await exchange(await codeOf(), { need_openid: '1' })).text).toMatch(/&openid=[\dA-F]{32}$/);
  });

  it.each([
    [100001, { client_id: '' }],
    [100002, { client_secret: '' }],
    [100004, { grant_type: 'password' }],
    [100005, { code: '' }],
    [100008, { client_id: '999' }],
    [100009, { client_secret: 'wrong' }],
    [100010, { redirect_uri: 'http://127.0.0.1:8080/elsewhere' }],
    [100019, { code: 'invented' }],
  ])(
    'answers callback error %i to %o, or JSON on request, and leaves the code good',
    async (error, wrong) => {
      const code = await codeOf();
      expect(callback((await exchange(code, wrong)).text)).toEqual({
        error,
        error_description: qqErrors[String(error) as keyof typeof qqErrors],
      });
      expect(await exchangeJson(code, wrong)).toMatchObject({ error });
      expect(await exchangeJson(code)).toHaveProperty('access_token');
    },
  );

  it('redeems a code once, for 10 minutes, for its own app', async () => {
    const code = await codeOf();
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchangeJson(code)));
    expect(answers.filter(answer => 'access_token' in answer)).toHaveLength(1);
    expect(answers.filter(answer => answer['error'] === 100020)).toHaveLength(49);
    const late = await codeOf();
    expect(await errorOf(exchange(late, {}, sister))).toBe(100019);
    running.advance(10 * 60_000);
    expect(await errorOf(exchange(late))).toBe(100019);
  });
});

describe('me', () => {
  it('answers callback by default, JSON on request, the unionid with unionid=1', async () => {
    const access_token = await tokenOf();
    const openid = expect.stringMatching(/^[\dA-F]{32}$/);
    expect(callback((await call('/oauth2.0/me', { access_token })).text)).toEqual({
      client_id: site.id,
      openid,
    });
    const answer = await call('/oauth2.0/me', { access_token, unionid: '1', fmt: 'json' });
    expect(JSON.parse(answer.text)).toEqual({
      client_id: site.id,
      openid,
      unionid: expect.stringMatching(/^UID_[\dA-F]{32}$/),
    });
  });

  it('knows one person by another openid in another app, by one unionid in one account', async () => {
    const ids = await Promise.all(
      [site, sister, lonely].map(async client => {
        const access_token = await tokenOf({}, client);
        const { text } = await call('/oauth2.0/me', { access_token, unionid: '1' });
        return callback(text) as { openid: string; unionid?: string };
      }),
    );
    expect(new Set(ids.map(id => id.openid)).size).toBe(3);
    expect(ids[0]?.unionid).toBe(ids[1]?.unionid);
    expect(ids[2]).not.toHaveProperty('unionid');
  });

  it('refuses a missing, an invented and an expired token', async () => {
    expect(await errorOf(call('/oauth2.0/me', {}))).toBe(100007);
    expect(await errorOf(call('/oauth2.0/me', { access_token: 'invented' }))).toBe(100016);
    const access_token = await tokenOf();
    running.advance(7_776_000_000);
    expect(await errorOf(call('/oauth2.0/me', { access_token }))).toBe(100014);
  });
});

describe('get_user_info', () => {
  const info = async (query: Record<string, string>) =>
    JSON.parse((await call('/user/get_user_info', query)).text) as Record<string, unknown>;

  it('answers ret 0 and the profile, and ret with a message otherwise', async () => {
    const token = await exchangeJson(await codeOf(), { need_openid: '1' });
    const good = {
      access_token: String(token['access_token']),
      openid: String(token['openid']),
      oauth_consumer_key: site.id,
    };
    expect(await info(good)).toMatchObject({ ret: 0, nickname: 'Lucy King', gender: '女' });
    expect(await info({ ...good, openid: 'F'.repeat(32) })).toMatchObject({ ret: -1 });
    expect(await info({ ...good, oauth_consumer_key: sister.id })).toMatchObject({ ret: 100008 });
    expect(await info({ ...good, access_token: 'invented' })).toMatchObject({
      ret: 100016,
      msg: expect.any(String),
    });
  });
});

describe('trouble', () => {
  it('of one sign-in: every documented error at the call that was chosen', async () => {
    for (const code of Object.keys(qqErrors)) {
      expect(await errorOf(exchange(await codeOf({ fault: `token error ${code}` })))).toBe(Number(code));
    }
    const access_token = await tokenOf({ fault: 'openid error 100014' });
    expect(await errorOf(call('/oauth2.0/me', { access_token }))).toBe(100014);
    const other = await tokenOf({ fault: 'userinfo down 503' });
    expect((await call('/user/get_user_info', { access_token: other })).status).toBe(503);
    await expect(exchange(await codeOf({ fault: 'token down' }))).rejects.toThrow('fetch failed');
  });

  it('of the vendor', async () => {
    const code = await codeOf();
    await running.post('/control/qq', { mode: 'error', code: '100021' });
    expect(await errorOf(exchange(code))).toBe(100021);
    await running.post('/control/qq', { mode: 'slow', delay_ms: 777 });
    expect((await exchange(code)).text).toContain('access_token=');
    expect(running.waits.at(-1)).toBe(777);
  });
});
