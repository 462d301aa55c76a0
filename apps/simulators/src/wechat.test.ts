import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { defaults } from './config.ts';
import { simulatorsOfFile } from './testing.ts';
import { wechatErrors } from './wechat-errors.ts';

const running = await simulatorsOfFile();

const [site, sister, lonely] = defaults.wechat as readonly [
  (typeof defaults.wechat)[number],
  (typeof defaults.wechat)[number],
  (typeof defaults.wechat)[number],
];
const REDIRECT = 'http://localhost:8080/oauth/wechat?from=%2Faccount';

const request = (client = site) => ({
  appid: client.id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  scope: 'snsapi_login',
  state: 'a state & more',
});
const confirm = (more: Record<string, string> = {}, client = site) =>
  running.confirm('/wechat/connect/confirm', {
    ...request(client),
    decision: 'allow',
    person: 'li-lei',
    ...more,
  });
const codeOf = async (more?: Record<string, string>, client = site) =>
  (await confirm(more, client))?.searchParams.get('code') ?? '';

const json = async (path: string, query: Record<string, string>): Promise<Record<string, unknown>> =>
  JSON.parse((await running.get(`${path}?${new URLSearchParams(query).toString()}`)).text) as Record<
    string,
    unknown
  >;
const exchange = (code: string, more: Record<string, string> = {}, client = site) =>
  json('/wechat/sns/oauth2/access_token', {
    appid: client.id,
    secret: client.secret,
    code,
    grant_type: 'authorization_code',
    ...more,
  });
const userinfo = (token: unknown, openid: unknown) =>
  json('/wechat/sns/userinfo', { access_token: String(token), openid: String(openid) });

describe('the sign-in page', () => {
  const page = async (more: Record<string, string> = {}) => {
    const answer = await running.get(
      `/wechat/connect/qrconnect?${new URLSearchParams({ ...request(), ...more }).toString()}`,
    );
    return { ...answer, document: new JSDOM(answer.text).window.document };
  };

  it('offers the people, the three decisions and every documented error, and bears the request on', async () => {
    const { document } = await page();
    expect(
      [...document.querySelectorAll('input[name=person]')].map(input => input.getAttribute('value')),
    ).toEqual(['li-lei', 'han-meimei', 'lucy', 'xiao-lin']);
    expect([...document.querySelectorAll('button')].map(button => button.getAttribute('value'))).toEqual([
      'allow',
      'refuse',
      'close',
    ]);
    const options = [...document.querySelectorAll('option')].map(option => option.getAttribute('value'));
    for (const code of Object.keys(wechatErrors)) expect(options).toContain(`token error ${code}`);
    expect(document.querySelector('input[name=state]')?.getAttribute('value')).toBe('a state & more');
    expect(document.querySelector('form')?.getAttribute('action')).toBe('/wechat/connect/confirm');
  });

  it('escapes what comes from outside', async () => {
    const { document, text } = await page({ state: '"><script>alert(1)</script>' });
    expect(document.querySelectorAll('script')).toHaveLength(0);
    expect(text).toContain('&lt;b&gt;小林&lt;/b&gt;');
  });

  it('leaves its frame where it is embedded without self_redirect, and stays in it with', async () => {
    const target = async (more: Record<string, string>) =>
      (await page(more)).document.querySelector('form')?.getAttribute('target') ?? null;
    expect(await target({})).toBeNull();
    expect(await target({ login_type: 'jssdk', self_redirect: 'default' })).toBe('_top');
    expect(await target({ login_type: 'jssdk', self_redirect: 'true' })).toBeNull();
  });

  it.each([
    ['40013', { appid: 'wx-nobody' }],
    ['10003', { redirect_uri: 'https://evil.example/' }],
    ['10003', { redirect_uri: 'javascript:alert(1)' }],
    ['10003', { redirect_uri: 'http://localhost@evil.example/' }],
    ['10003', { redirect_uri: 'http://somebody@localhost/' }],
    ['10005', { scope: 'snsapi_base' }],
    ['10006', { response_type: 'token' }],
  ])('shows error %s for %o, and confirms no such request', async (code, more) => {
    expect((await page(more)).document.querySelector('code')?.textContent).toBe(code);
    expect(await confirm(more)).toBeNull();
  });

  it('comes in a frame of 300 by 400 through WxLogin', async () => {
    const { text, type } = await running.get('/wechat/connect/zh_CN/htmledition/js/wxLogin.js');
    expect(type).toContain('javascript');
    const dom = new JSDOM('<div id="place">old</div>', { runScripts: 'outside-only' });
    const { document } = dom.window;
    Object.defineProperty(document, 'currentScript', {
      value: { src: `${running.url}/wechat/connect/zh_CN/htmledition/js/wxLogin.js` },
    });
    dom.window.eval(text);
    const options = {
      id: 'place',
      appid: site.id,
      scope: 'snsapi_login',
      redirect_uri: encodeURIComponent(REDIRECT),
    };
    dom.window.eval(`new WxLogin(${JSON.stringify({ ...options, state: 's1', self_redirect: true })})`);
    const frame = document.querySelector('#place iframe');
    expect(document.querySelector('#place')?.children).toHaveLength(1);
    expect([frame?.getAttribute('width'), frame?.getAttribute('height')]).toEqual(['300px', '400px']);
    const { origin, pathname, searchParams } = new URL(frame?.getAttribute('src') ?? '');
    expect(origin + pathname).toBe(`${running.url}/wechat/connect/qrconnect`);
    expect(searchParams.get('redirect_uri')).toBe(REDIRECT);
    expect([
      searchParams.get('self_redirect'),
      searchParams.get('login_type'),
      searchParams.get('state'),
    ]).toEqual(['true', 'jssdk', 's1']);
  });
});

describe('the way back', () => {
  it('bears code and state beside what the address had', async () => {
    const back = await confirm();
    expect(back?.searchParams.get('from')).toBe('/account');
    expect(back?.searchParams.get('state')).toBe('a state & more');
    expect(back?.searchParams.get('code')).toMatch(/^[\da-f]{32}$/);
  });

  it('bears the state alone after a refusal, and does not exist after a closed page', async () => {
    const back = await confirm({ decision: 'refuse' });
    expect([...(back?.searchParams.keys() ?? [])]).toEqual(['from', 'state']);
    expect(await confirm({ decision: 'close' })).toBeNull();
  });

  it('refuses a choice that the page did not offer', async () => {
    expect(await confirm({ person: 'somebody' })).toBeNull();
    expect(await confirm({ decision: 'perhaps' })).toBeNull();
    expect(await confirm({ fault: 'token error 12345' })).toBeNull();
  });
});

describe('the exchange', () => {
  it('gives token, openid and unionid, as text/plain, and the profile', async () => {
    const token = await exchange(await codeOf({ person: 'xiao-lin' }));
    expect(token).toEqual({
      access_token: expect.stringMatching(/^\w{64}$/),
      expires_in: 7200,
      refresh_token: expect.stringMatching(/^\w{64}$/),
      openid: expect.stringMatching(/^o[\w-]{27}$/),
      scope: 'snsapi_login',
      unionid: expect.stringMatching(/^o[\w-]{27}$/),
    });
    const profile = await userinfo(token['access_token'], token['openid']);
    expect(profile).toMatchObject({
      openid: token['openid'],
      unionid: token['unionid'],
      nickname: '<b>小林</b> & "猫" 🐱',
    });
    const picture = await running.get(new URL(String(profile['headimgurl'])).pathname);
    expect([picture.status, picture.type]).toEqual([200, 'image/svg+xml']);
    expect((await running.get('/wechat/sns/userinfo')).type).toContain('text/plain');
  });

  it('gives one person another openid in another app, the same unionid in one account, none without an account', async () => {
    const [here, there, alone] = await Promise.all(
      [site, sister, lonely].map(async client => exchange(await codeOf({}, client), {}, client)),
    );
    expect(here?.['openid']).not.toBe(there?.['openid']);
    expect(here?.['unionid']).toBe(there?.['unionid']);
    expect(alone?.['openid']).toBeTypeOf('string');
    expect(alone).not.toHaveProperty('unionid');
  });

  it('redeems a code once, in a hundred tries at once too', async () => {
    const code = await codeOf();
    const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(code)));
    expect(answers.filter(answer => 'access_token' in answer)).toHaveLength(1);
    expect(answers.filter(answer => answer['errcode'] === 40163)).toHaveLength(99);
  });

  it('redeems a code for 10 minutes', async () => {
    const [early, late] = [await codeOf(), await codeOf()];
    running.advance(10 * 60_000 - 1);
    expect(await exchange(early)).toHaveProperty('access_token');
    running.advance(1);
    expect(await exchange(late)).toMatchObject({ errcode: 42003 });
  });

  it.each([
    [40013, { appid: 'wx-nobody' }],
    [40125, { secret: 'wrong' }],
    [40029, { code: 'invented' }],
    [40002, { grant_type: 'refresh_token' }],
    [41002, { appid: '' }],
    [41004, { secret: '' }],
    [41008, { code: '' }],
  ])('answers %i to %o and leaves the code good', async (errcode, wrong) => {
    const code = await codeOf();
    expect(await exchange(code, wrong)).toMatchObject({ errcode, errmsg: expect.any(String) });
    expect(await exchange(code)).toHaveProperty('access_token');
  });

  it("doesn't know another app's code", async () => {
    expect(await exchange(await codeOf(), {}, sister)).toMatchObject({ errcode: 40029 });
  });

  it('checks token and openid of a profile', async () => {
    const { access_token: token, openid } = await exchange(await codeOf());
    expect(await userinfo('', openid)).toMatchObject({ errcode: 41001 });
    expect(await userinfo(token, '')).toMatchObject({ errcode: 41009 });
    expect(await userinfo('invented', openid)).toMatchObject({ errcode: 40001 });
    expect(await userinfo(token, 'o-another')).toMatchObject({ errcode: 40003 });
    running.advance(7200_000);
    expect(await userinfo(token, openid)).toMatchObject({ errcode: 42001 });
  });
});

describe('the tokens afterwards', () => {
  const auth = (token: unknown, openid: unknown) =>
    json('/wechat/sns/auth', { access_token: String(token), openid: String(openid) });
  const refresh = (token: unknown, more: Record<string, string> = {}) =>
    json('/wechat/sns/oauth2/refresh_token', {
      appid: site.id,
      grant_type: 'refresh_token',
      refresh_token: String(token),
      ...more,
    });

  it('are good, or are not, by sns/auth', async () => {
    const { access_token: token, openid } = await exchange(await codeOf());
    expect(await auth(token, openid)).toEqual({ errcode: 0, errmsg: 'ok' });
    expect(await auth('', openid)).toMatchObject({ errcode: 41001 });
    expect(await auth(token, '')).toMatchObject({ errcode: 41009 });
    expect(await auth('invented', openid)).toMatchObject({ errcode: 40001 });
    expect(await auth(token, 'o-another')).toMatchObject({ errcode: 40003 });
    running.advance(7200_000);
    expect(await auth(token, openid)).toMatchObject({ errcode: 42001 });
  });

  it('are refreshed: a valid access token stays and lives longer, an expired one gets a successor', async () => {
    const signed = await exchange(await codeOf());
    running.advance(7200_000 - 1);
    const { unionid: _, ...fields } = signed;
    expect(await refresh(signed['refresh_token'])).toEqual(fields);
    running.advance(7200_000 - 1);
    expect(await auth(signed['access_token'], signed['openid'])).toMatchObject({ errcode: 0 });
    running.advance(1);
    const next = await refresh(signed['refresh_token']);
    expect(next).toMatchObject({ openid: signed['openid'], refresh_token: signed['refresh_token'] });
    expect(next['access_token']).not.toBe(signed['access_token']);
    expect(await auth(next['access_token'], signed['openid'])).toMatchObject({ errcode: 0 });
    expect(await userinfo(next['access_token'], signed['openid'])).toHaveProperty('nickname');
  });

  it('are refreshed for 30 days', async () => {
    const { refresh_token: token } = await exchange(await codeOf());
    running.advance(30 * 24 * 3600_000 - 1);
    expect(await refresh(token)).toHaveProperty('access_token');
    running.advance(1);
    expect(await refresh(token)).toMatchObject({ errcode: 42002 });
  });

  it.each([
    [41002, { appid: '' }],
    [41003, { refresh_token: '' }],
    [40002, { grant_type: 'authorization_code' }],
    [40013, { appid: 'wx-nobody' }],
    [40030, { refresh_token: 'invented' }],
    [40030, { appid: sister.id }],
  ])('are refused a refresh with %i for %o', async (errcode, wrong) => {
    const { refresh_token: token } = await exchange(await codeOf());
    expect(await refresh(token, wrong)).toMatchObject({ errcode, errmsg: expect.any(String) });
    expect(await refresh(token)).toHaveProperty('access_token');
  });

  it('fail with the vendor', async () => {
    await running.post('/control/wechat', { mode: 'fail' });
    expect([await auth('t', 'o'), await refresh('t')]).toMatchObject([
      { errcode: 40029 },
      { errcode: 40029 },
    ]);
    await running.post('/control/wechat', { mode: 'pass' });
  });
});

it.each([
  ['GET', '/wechat/sns/nothing', 40066],
  ['GET', '/wechat/sns/oauth2/token', 40066],
  ['POST', '/wechat/sns/userinfo', 43001],
  ['POST', '/wechat/sns/oauth2/refresh_token', 43001],
])('%s %s is answered in the form of WeChat: %i', async (method, path, errcode) => {
  const answer = await fetch(running.url + path, { method });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer.json()).toEqual({
    errcode,
    errmsg: expect.stringMatching(/^(?:invalid url|require GET method), rid: /),
  });
});

describe('a service account', () => {
  const [account, alone] = defaults.wechatService as readonly [
    (typeof defaults.wechatService)[number],
    (typeof defaults.wechatService)[number],
  ];
  const inWechat = (client = account, scope = 'snsapi_userinfo') => ({ ...request(client), scope });
  const page = async (query: Record<string, string>, agent = 'Mozilla/5.0 MicroMessenger/8.0.50') => {
    const answer = await fetch(
      `${running.url}/wechat/connect/oauth2/authorize?${new URLSearchParams(query).toString()}`,
      { headers: { 'user-agent': agent } },
    );
    return new JSDOM(await answer.text()).window.document;
  };
  const codeFor = async (more: Record<string, string> = {}, client = account) => {
    const back = await running.confirm('/wechat/connect/oauth2/confirm', {
      ...inWechat(client),
      decision: 'allow',
      person: 'li-lei',
      ...more,
    });
    return back?.searchParams.get('code') ?? '';
  };

  it("asks people within WeChat's own browser alone, with its own scopes", async () => {
    expect((await page(inWechat())).querySelector('form')?.getAttribute('action')).toBe(
      '/wechat/connect/oauth2/confirm',
    );
    const elsewhere = await page(inWechat(), 'Mozilla/5.0 Chrome/140');
    expect(elsewhere.querySelector('[role=alert]')?.textContent).toContain('请在微信客户端打开');
    for (const query of [inWechat(site), inWechat(account, 'snsapi_login')])
      expect((await page(query)).querySelector('code')?.textContent).toBe('10005');
    const website = await running.get(
      `/wechat/connect/qrconnect?${new URLSearchParams(request(account)).toString()}`,
    );
    expect(website.text).toContain('10005');
  });

  it('gives a person another openid than the website app, and the same unionid in one account', async () => {
    const [here, there, other] = [
      await exchange(await codeFor(), {}, account),
      await exchange(await codeOf()),
      await exchange(await codeFor({}, alone), {}, alone),
    ];
    expect(here['openid']).not.toBe(there['openid']);
    expect(here['unionid']).toBe(there['unionid']);
    expect(other).not.toHaveProperty('unionid');
  });

  it('gives the openid alone for the silent scope', async () => {
    const token = await exchange(await codeFor({ scope: 'snsapi_base' }), {}, account);
    expect(token).not.toHaveProperty('unionid');
    expect(await userinfo(token['access_token'], token['openid'])).toMatchObject({ errcode: 48001 });
  });

  it('says that a page is a snapshot, with a virtual person', async () => {
    const token = await exchange(await codeFor({ decision: 'snapshot' }), {}, account);
    expect(token).toMatchObject({ is_snapshotuser: 1 });
    expect(await userinfo(token['access_token'], token['openid'])).toMatchObject({ nickname: '微信用户' });
    expect(await confirm({ decision: 'snapshot' })).toBeNull();
  });
});

describe('trouble', () => {
  it('of one sign-in: every documented error, slowness, an outage, each at the call that was chosen', async () => {
    for (const code of Object.keys(wechatErrors)) {
      expect(await exchange(await codeOf({ fault: `token error ${code}` }))).toMatchObject({
        errcode: Number(code),
      });
    }
    const bad = await exchange(await codeOf({ fault: 'userinfo error 48001' }));
    expect(await userinfo(bad['access_token'], bad['openid'])).toMatchObject({ errcode: 48001 });
    await expect(exchange(await codeOf({ fault: 'token down' }))).rejects.toThrow('fetch failed');
    const before = running.waits.length;
    expect(await exchange(await codeOf({ fault: 'token slow', delay_ms: '4321' }))).toHaveProperty(
      'access_token',
    );
    expect(await codeOf({ fault: 'page slow', delay_ms: '1234' })).not.toBe('');
    expect(running.waits.slice(before)).toEqual([4321, 1234]);
    // Somebody else, meanwhile, signs in untroubled.
    expect(await exchange(await codeOf())).toHaveProperty('access_token');
  });

  it('of the vendor: a refusal, a gateway page, a cut connection', async () => {
    const code = await codeOf();
    await running.post('/control/wechat', { mode: 'fail' });
    expect(await exchange(code)).toMatchObject({ errcode: 40029 });
    await running.post('/control/wechat', { mode: 'down', code: '502' });
    expect((await running.get('/wechat/sns/oauth2/access_token')).status).toBe(502);
    await running.post('/control/wechat', { mode: 'down' });
    await expect(running.get('/wechat/connect/qrconnect')).rejects.toThrow('fetch failed');
    await running.post('/control/wechat', { mode: 'pass' });
    expect(await exchange(code)).toHaveProperty('access_token');
  });
});
