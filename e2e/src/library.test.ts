/**
 * The account library as it is published for script tags, in a real browser against the real server: what it refuses by
 * itself, what it sends, what it keeps in cookies, and what it says of an error.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import { scriptTags } from './script-tags.ts';
import { type RunningServer, startServer } from './server.ts';

type Account = typeof import('@rollcall/account');
type Name = keyof Account;
interface Failure {
  readonly code: number;
  readonly name: string;
  readonly message: string;
  readonly server_code?: string;
  readonly status?: number;
  readonly body?: unknown;
}
/** What the page records for the tests. */
interface Kept {
  auth: ReturnType<Account['init']>;
  Rollcall: Account;
  RollcallCaptcha: typeof import('@rollcall/captcha');
  /** Every text that was assigned to `document.cookie`. */
  cookies: string[];
  /** The time-out of every XHR that was sent, in ms. */
  timeouts: number[];
}

const PASSWORD = 'Secret#1';
const PID = 'test';
const html = `<!doctype html><title>A site</title>${Object.keys(scriptTags)
  .map(path => `<script src="${path}"></script>`)
  .join('')}`;
const site = createServer((request, response) => {
  const script = scriptTags[request.url ?? ''];
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
  response.end(script ?? html);
});
const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
let here: string;
let context: BrowserContext;
let page: Page;
/** The library's calls, in order. */
let calls: Request[];

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  here = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  [server, browser] = await Promise.all([
    startServer(folder.path, { ROLLCALL_ORIGINS: here, ROLLCALL_CODE_RETRY_SECONDS: '0' }),
    launch(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  site.close();
  folder.remove();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  await page.addInitScript(() => {
    const kept = globalThis as unknown as Kept;
    kept.cookies = [];
    kept.timeouts = [];
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
    Object.defineProperty(document, 'cookie', {
      get: () => own?.get?.call(document) as string,
      set(text: string) {
        kept.cookies.push(text);
        own?.set?.call(document, text);
      },
    });
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      kept.timeouts.push(this.timeout);
      send.call(this, body);
    };
  });
  calls = [];
  page.on('request', request => {
    if (request.url().includes('/tiger/')) calls.push(request);
  });
  await page.goto(here);
});
afterEach(() => context.close());

/** Initialises the library with these parameters beside those that it needs; the words of a refusal. */
const init = (more: object = {}, without?: string) =>
  page.evaluate(
    ([parameters, left]) => {
      const kept = globalThis as unknown as Kept;
      const given = parameters as Parameters<Account['init']>[0];
      if (left) delete (given as unknown as Record<string, unknown>)[left];
      try {
        kept.auth = kept.Rollcall.init(given);
        return '';
      } catch (error) {
        return `${(error as Failure).code} ${(error as Failure).name}: ${(error as Failure).message}`;
      }
    },
    [
      { pid: PID, appid: 'web', product_code: 'p1', platform: 'web', host: server.url, ...more },
      without,
    ] as const,
  );
/** Makes a call in the page; the data, or the error's own properties. */
const make = (name: Name, fields?: object, options?: object): Promise<{ data?: unknown; error?: Failure }> =>
  page.evaluate(
    async ([called, given, more]) => {
      const { auth, Rollcall } = globalThis as unknown as Kept;
      const run = Rollcall[called] as unknown as (...all: unknown[]) => Promise<unknown>;
      try {
        return { data: await run(auth, given, more) };
      } catch (caught) {
        const { code, name: its, message, server_code, status, body } = caught as Failure;
        return { error: { code, name: its, message, server_code, status, body } as Failure };
      }
    },
    [name, fields, options] as const,
  );
const refusal = async (name: Name, fields?: object, options?: object): Promise<Failure> => {
  const { error } = await make(name, fields, options);
  if (!error) throw new Error(`${name} was not refused.`);
  return error;
};
const done = async (name: Name, fields?: object, options?: object): Promise<unknown> => {
  const { data, error } = await make(name, fields, options);
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return data;
};
const signedIn = () => page.evaluate(() => (globalThis as unknown as Kept).auth.signedIn());
const tokenCookies = async () =>
  (await context.cookies()).filter(({ name }) => /_token$|token_type$/.test(name));
const names = async () => (await tokenCookies()).map(({ name }) => name).sort();
const ALL = ['access_token', 'refresh_token', 'token_type'];
const drop = async (...dropped: string[]) => {
  for (const name of dropped) await context.clearCookies({ name });
};
const paths = () => calls.map(request => `${request.method()} ${request.url().split('/accounts/')[1]}`);
/** A new person who is signed in on the page. @returns their number */
const person = async (more: object = {}): Promise<string> => {
  const phone = newPhone();
  tokensOf(await signUp(server, phone, PASSWORD));
  expect(await init(more)).toBe('');
  await done('loginByAccount', { identity: phone, password: PASSWORD });
  calls.length = 0;
  return phone;
};
const isRefresh = (request: Request) => request.url().endsWith('/tokens/refresh');

describe('init', () => {
  test('is needed first, and says its version [3.version 4.before-init]', async () => {
    const [before, version] = await page.evaluate(() => {
      const { Rollcall } = globalThis as unknown as Kept;
      try {
        return [String(Rollcall.getAuth()), Rollcall.VERSION];
      } catch (error) {
        return [(error as Failure).message, Rollcall.VERSION];
      }
    });
    expect(before).toBe('Please run init correctly before getting the auth instance.');
    expect(version).toBe('0.16.2');
    expect(await init()).toBe('');
    await done('getGradeList');
    expect(await calls[0]?.allHeaders()).toMatchObject({ 'sdk-account-version': '0.16.2' });
  });

  test.each(['pid', 'appid', 'product_code', 'platform'])('fails without %s [4.init-fails]', async name => {
    expect(await init({}, name)).toBe('42 InitFailed: Auth init fail.Check init params.');
  });

  test.each([
    [{ pid: 5 }, false],
    [{ appid: 5, product_code: 6 }, true],
    [{ appid: 'a', product_code: 'b' }, true],
    [{ appid: {} }, false],
    [{ product_code: true }, false],
  ])('with %j: %s [5.init]', async (parameters, taken) => {
    expect(await init(parameters)).toBe(taken ? '' : '42 InitFailed: Auth init fail.Check init params.');
  });
});

describe('section 5: nothing wrong is sent, and the server refuses it in the same words [5.message 8.fields]', () => {
  const matches = (field: string, value: unknown) =>
    `Invalid ${field} "${String(value)}", it should match the RegExp.`;
  const phone_number = '13800000000';
  const good = { phone_number, captcha: '123456', password: PASSWORD, agreement_ids: [1] };
  const register = ['registerByPhone', 'POST register/phone/with-agreement'] as const;
  const profile = ['updateProfile', 'PATCH info'] as const;
  const mismatch = 'Password is not equal to confirmed password.';
  const twice = { password: PASSWORD, confirm_password: 'Secret#2' };
  const rows: [name: Name, request: string, fields: object, code: number, message: string][] = [
    ...['12800000000', '1380000000', '138000000000', '23800000000', '１３８００００００００'].map(
      (value): (typeof rows)[number] => [
        ...register,
        { ...good, phone_number: value },
        0,
        matches('phone_number', value),
      ],
    ),
    ...['12345', '1234567', '12345a'].map((value): (typeof rows)[number] => [
      ...register,
      { ...good, captcha: value },
      1,
      matches('captcha', value),
    ]),
    ...['five5', 'x'.repeat(21), 'with space', '密码密码密码'].map((value): (typeof rows)[number] => [
      ...register,
      { ...good, password: value },
      2,
      matches('password', value),
    ]),
    [...register, { ...good, agreement_ids: [] }, 43, 'agreement_ids should not be an empty array.'],
    ...['1abcdef', 'abcde', 'a'.repeat(31), 'abc-def'].map((username): (typeof rows)[number] => [
      'setUsername',
      'PATCH username',
      { username },
      3,
      matches('username', username),
    ]),
    ...['', 'x'.repeat(21), 'a b', 'a<b'].map((nickname): (typeof rows)[number] => [
      ...profile,
      { nickname },
      4,
      matches('nickname', nickname),
    ]),
    ...['李', '李'.repeat(21), 'Ann', 'Ann  Lee', 'a'.repeat(31)].map((fullname): (typeof rows)[number] => [
      ...profile,
      { fullname },
      5,
      matches('fullname', fullname),
    ]),
    ...['1234', '1'.repeat(21), '1234a'].map((qq): (typeof rows)[number] => [
      ...profile,
      { qq },
      6,
      matches('qq', qq),
    ]),
    [
      ...profile,
      { description: 'x'.repeat(51) },
      7,
      'Invalid description, it should contains only 0 - 50 characters.',
    ],
    [...profile, { sex: 2 }, 8, 'Invalid sex, it should be 0 or 1.'],
    [...profile, { birthday: 1.5 }, 9, matches('birthday', 1.5)],
    [
      'sendEmailCaptcha',
      'POST email/captcha/send',
      { email: 'nobody' },
      10,
      matches('email_address', 'nobody'),
    ],
    [
      'checkEmailCaptcha',
      'POST email/captcha/check',
      { email: 'a@b', captcha: '123456' },
      10,
      matches('email_address', 'a@b'),
    ],
    ['resetPassword', 'PATCH password/reset', { ticket: 't', ...twice }, 11, mismatch],
    ['initPassword', 'PATCH password/setting', twice, 11, mismatch],
    ['changePassword', 'PATCH password', { old_password: 'before', ...twice }, 11, mismatch],
    [
      'registerByEmail',
      'POST email/register',
      { captchaTicket: 't', password: PASSWORD, rePassword: 'Secret#2' },
      11,
      mismatch,
    ],
  ];
  let token: string;
  beforeAll(async () => {
    token = tokensOf(await signUp(server, newPhone(), PASSWORD)).access.token;
  });

  /** The statement that a refusal proves, by its code. */
  const byCode: Record<number, string> = {
    0: '5.phone_number',
    1: '5.captcha',
    2: '5.password',
    3: '5.username',
    4: '5.nickname',
    5: '5.fullname',
    6: '5.qq',
    7: '5.description',
    8: '5.own-messages',
    9: '5.own-messages',
    10: '5.email_address 5.email-calls',
    11: '5.confirmation',
    43: '5.own-messages',
  };
  const byName: { [N in Name]?: string } = { registerByPhone: ' 5.register', updateProfile: ' 5.profile' };
  const tagged = rows.map(row => [...row, `[${byCode[row[3]]}${byName[row[0]] ?? ''}]`] as const);
  test.each(tagged)('%s, %s with %j: %i, %s %s', async (name, request, fields, code, message) => {
    await init();
    expect(await refusal(name, fields)).toMatchObject({ code, message });
    expect(calls).toEqual([]);
    const [method = '', path = ''] = request.split(' ');
    const answer = await call(server.url, method, path, { pid: PID, ...fields }, token, { pid: PID });
    // The server repeats no password.
    const expected = code === 2 ? matches('password', '******') : message;
    expect([answer.status, (answer.body as { msg?: string }).msg]).toEqual([400, expected]);
  });

  test('what the rules allow is taken [5.phone_number 5.username 5.nickname 5.fullname 5.qq 5.description 5.own-messages]', async () => {
    await person();
    const { data } = await make('updateProfile', {
      nickname: '小'.repeat(20),
      fullname: 'Ann Lee',
      qq: '10000',
      description: 'x'.repeat(50),
      sex: 1,
      birthday: 946_684_800,
    });
    expect(data).toMatchObject({ fullname: 'Ann Lee', qq: '10000', sex: 1, birthday: 946_684_800 });
    await done('setUsername', { username: `a_${'9'.repeat(11)}${Date.now()}`.slice(0, 30) });
  });

  test('of a profile only the allowed fields are sent [5.profile]', async () => {
    await person();
    await done('updateProfile', { qq: '10000', id: 'someone-else', role: 'admin' });
    expect(calls[0]?.postDataJSON()).toEqual({ qq: '10000' });
  });
});

describe('the tokens', () => {
  test('are three cookies that live as long as the server says, and are cleared by a large negative age [3.cookies 9.cookie-age 9.cleared]', async () => {
    const phone = newPhone();
    tokensOf(await signUp(server, phone, PASSWORD));
    await init();
    const before = Date.now() / 1000;
    const { auth } = (await done('loginByAccount', { identity: phone, password: PASSWORD })) as {
      auth: { token: { access: { expires_in: number }; refresh: { expires_in: number } } };
    };
    const after = Date.now() / 1000;
    const ends = Object.fromEntries((await tokenCookies()).map(({ name, expires }) => [name, expires]));
    expect(Object.keys(ends).sort()).toEqual(ALL);
    expect(auth.token.access.expires_in).toBe(3600);
    /** Written between both, rounded to seconds. */
    const livesFor = (name: string, seconds: number) => {
      expect(ends[name]).toBeGreaterThan(before + seconds - 1);
      expect(ends[name]).toBeLessThan(after + seconds + 1);
    };
    livesFor('access_token', auth.token.access.expires_in);
    livesFor('token_type', auth.token.access.expires_in);
    livesFor('refresh_token', auth.token.refresh.expires_in);
    await done('logout');
    expect(await names()).toEqual([]);
    const written = await page.evaluate(() => (globalThis as unknown as Kept).cookies.slice(-3));
    expect(written.map(text => text.split(';')[0]).sort()).toEqual(ALL.map(name => `${name}=`));
    for (const text of written) expect(text).toMatch(/; max-age=-\d{8,};/);
  });

  test('the access token is used; without it the refresh token is exchanged first [4.access-token 4.refresh]', async () => {
    await person();
    await done('getProfile');
    expect(paths()).toEqual(['GET profile']);
    const held = async () =>
      Object.fromEntries((await tokenCookies()).map(({ name, value }) => [name, value]));
    const before = await held();
    expect((await calls[0]?.allHeaders())?.['authorization']).toBe(`Bearer ${before['access_token']}`);
    await drop('access_token');
    calls.length = 0;
    await done('getProfile');
    expect(paths()).toEqual(['PUT tokens/refresh', 'GET profile']);
    expect(calls[0]?.postDataJSON()).toEqual({ refresh_token: before['refresh_token'] });
    const after = await held();
    expect((await calls[1]?.allHeaders())?.['authorization']).toBe(`Bearer ${after['access_token']}`);
    expect(after['refresh_token']).not.toBe(before['refresh_token']);
  });

  test('with neither, and nothing to convert, there is no token; one that was here is told apart [4.no-token 8.no-token]', async () => {
    await init();
    await context.addCookies([{ name: 'access_token', value: 'left', url: here }]);
    expect(await refusal('getProfile')).toMatchObject({
      code: 12,
      name: 'NoToken',
      message: 'NO Token. Please login.',
    });
    expect(paths()).toEqual(['POST tokens/convert']);
    expect(await names()).toEqual([]);
    await person();
    await drop(...ALL);
    expect((await refusal('getProfile')).message).toBe(
      'NO Token(cookie might have been expired). Please login.',
    );
  });

  test.each([
    [undefined, 2],
    [0, 0],
    [1, 1],
  ])(
    'with retries %j a call whose token is refused is made at most %i times again [4.retry 8.messages 9.retries]',
    async (retries, times) => {
      await person();
      await page.route('**/accounts/profile', (route: Route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer forged' } }),
      );
      expect(await refusal('getProfile', undefined, { retries })).toMatchObject({
        name: 'TokenInvalid',
        message: 'Access token is invalid.',
        server_code: '10000000',
        status: 401,
      });
      expect(calls.filter(isRefresh)).toHaveLength(times);
      expect(calls.filter(request => request.method() === 'GET')).toHaveLength(times + 1);
    },
  );

  test('a refresh token that the server refuses clears them, a refresh without an answer does not [4.refresh-refused 8.refresh-token-invalid]', async () => {
    await person();
    await drop('access_token');
    await page.route('**/tokens/refresh', route => route.abort());
    expect(await refusal('getProfile')).toMatchObject({ name: 'RequestError' });
    await page.unrouteAll();
    await init({ requestTimeout: 500 });
    await page.route('**/tokens/refresh', () => {});
    expect(await refusal('getProfile')).toMatchObject({ name: 'RequestTimeout' });
    expect(await names()).toEqual(['refresh_token', 'token_type']);
    await page.unrouteAll();
    await init();
    await context.addCookies([{ name: 'refresh_token', value: 'forged', url: here }]);
    expect(await refusal('getProfile')).toMatchObject({ name: 'RefreshTokenInvalid', status: 401 });
    expect(await names()).toEqual([]);
    expect(await signedIn()).toBe(false);
  });

  test('a password that is changed, by the old one or by phone, clears them; a refused change does not [4.password-change]', async () => {
    const phone = await person();
    const changed = { password: 'Another#2', confirm_password: 'Another#2' };
    expect(await refusal('changePassword', { old_password: 'wrong-one', ...changed })).toMatchObject({
      name: 'WrongOldPassword',
    });
    expect(await names()).toEqual(ALL);
    await done('changePassword', { old_password: PASSWORD, ...changed });
    expect(await names()).toEqual([]);
    await done('loginByAccount', { identity: phone, password: 'Another#2' });
    await done('sendUpdatePasswordCaptcha', { phone_number: phone });
    const captcha = await server.code(phone);
    await done('changePasswordByPhone', { phone_number: phone, captcha, password: 'Third#333' });
    expect(await names()).toEqual([]);
    await done('loginByAccount', { identity: phone, password: 'Third#333' });
    expect(await signedIn()).toBe(true);
  });

  test('no call without a token sends one, with a session too [6.anonymous]', async () => {
    const phone = await person();
    await done('getGradeList');
    await done('getAgreements');
    await done('getAgreementsToSign');
    await done('getProtocols', { codeList: ['user-agreement'] });
    await done('sendLoginCaptcha', { phone_number: phone });
    await done('sendCommonCaptcha', { phone_number: newPhone() });
    await refusal('loginByPhone', { phone_number: phone, captcha: '000000' });
    await refusal('refreshTokens', { refresh_token: 'forged' });
    expect(calls).toHaveLength(8);
    for (const request of calls) expect(await request.allHeaders()).not.toHaveProperty('authorization');
  });

  // The server answers no tokens to a voice code, and none of an unexpected form: its answers are changed on the way.
  test('those of a voice code’s answer are stored; of an unexpected form are only warned of [4.voice-tokens 8.token-answer]', async () => {
    const phone = newPhone();
    const token = tokensOf(await signUp(server, phone, PASSWORD));
    await init();
    const sent = { retry_after: 60, expires_in: 600 };
    await page.route('**/voice/captcha/send', route =>
      route.fulfill({
        json: { data: { ...sent, auth: { token } } },
        headers: { 'access-control-allow-origin': here, 'access-control-allow-credentials': 'true' },
      }),
    );
    const warned: string[] = [];
    page.on('console', message => {
      if (message.type() === 'warning') warned.push(message.text());
    });
    await done('sendVoiceCaptcha', { phone_number: phone, type: 'login' });
    expect(calls.at(-1)?.postDataJSON()).toMatchObject({ phone_number: phone, type: 'LOGIN' });
    expect(await names()).toEqual(ALL);
    expect(warned).toEqual([]);
    await done('getProfile');

    await done('logout');
    await page.route('**/accounts/login', async route => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { data: { auth: { token: { access: object } } } };
      json.data.auth.token.access = {};
      await route.fulfill({ response: answer, json });
    });
    await done('loginByAccount', { identity: phone, password: PASSWORD });
    expect(await signedIn()).toBe(false);
    await expect.poll(() => warned).toHaveLength(1);
  });
});

describe('a request', () => {
  test('is an XHR with credentials and JSON, for 20000 ms; a query holds what is given [7.xhr 7.query 7.timeout 9.timeout 9.agreement_ids]', async () => {
    const phone = await person();
    await done('loginByAccount', { identity: phone, password: PASSWORD });
    await done('checkPhone', { phone_number: phone });
    await done('getAgreements');
    await done('getAgreements', { language: 'en' });
    expect(paths()).toEqual([
      'POST login',
      `GET phone/check?phone_number=${phone}`,
      `GET agreements?pid=${PID}`,
      `GET agreements?pid=${PID}&language=en`,
    ]);
    for (const request of calls) {
      expect(request.resourceType()).toBe('xhr');
      // The site's cookies are those of the server's host, and go to its other port with credentials alone.
      expect((await request.allHeaders())['cookie']).toContain('access_token=');
    }
    expect(await calls[0]?.allHeaders()).toMatchObject({ 'content-type': 'application/json' });
    expect(calls[0]?.postDataJSON()).toEqual({
      identity: phone,
      password: PASSWORD,
      pid: PID,
      agreement_ids: [-1],
    });
    const timeouts = await page.evaluate(() => (globalThis as unknown as Kept).timeouts);
    expect(new Set(timeouts)).toEqual(new Set([20_000]));
  });

  const hosts: readonly (readonly [more: object, prefix: string])[] = [
    [{}, ''],
    [{ env: 'prod' }, ''],
    ...['dev', 'staging', 'api-test', 'test', 'press'].map(env => [{ env }, `${env}-`] as const),
  ];
  test.each(hosts)('with %j goes to the hosts of the domain at %s [7.hosts]', async (more, prefix) => {
    await page.route('https://*.d.test/**', route => route.abort());
    await init({ host: undefined, domain: 'd.test', ...more });
    await refusal('getGradeList');
    expect(calls[0]?.url()).toBe(`https://${prefix}api.d.test/tiger/v3/web/accounts/grade-list`);
    // The platform service is asked by the human verification.
    const platform = page.waitForRequest(/\/captcha\/rule\/v3$/);
    await page.evaluate(async () => {
      const { auth, RollcallCaptcha } = globalThis as unknown as Kept;
      const about = { scene: 'login', identity: '13800000000' };
      await RollcallCaptcha.verify({ ...auth.params, ...about }).catch(() => {});
    });
    expect((await platform).url()).toBe(`https://${prefix}platform.d.test/captcha/rule/v3`);
  });

  test('that is not answered, or gets no answer, is an error in the words of the specification [8.timeout 8.no-answer]', async () => {
    await init({ requestTimeout: 300 });
    await page.route('**/grade-list', () => {});
    expect(await refusal('getGradeList')).toMatchObject({
      code: 13,
      name: 'RequestTimeout',
      message: 'ECONNABORTED:timeout of 300 ms exceeded',
    });
    await page.unrouteAll();
    await init();
    await page.route('**/grade-list', route => route.abort());
    expect(await refusal('getGradeList')).toMatchObject({
      code: 14,
      name: 'RequestError',
      message: 'Network error.',
    });
  });

  test('that is refused is an error with all that the server said, also by a code that is unknown [8.messages 8.unknown-code 8.error]', async () => {
    await init();
    expect(await refusal('loginByAccount', { identity: newPhone(), password: PASSWORD })).toEqual({
      code: 17,
      name: 'WrongCredentials',
      message: expect.any(String),
      server_code: 'AC3_2',
      status: 400,
      body: expect.objectContaining({ code: 'AC3_2', msg: expect.any(String) }),
    });
    const ticket = { captcha: { ticket: 'forged', id: 'x' } };
    const fields = { identity: newPhone(), password: PASSWORD };
    expect(await refusal('loginSecurely', fields, ticket)).toMatchObject({
      code: 46,
      server_code: 'GCAP_1',
      message: 'Invalid Ticket.',
    });
    await init({ host: `${server.url}/nowhere` });
    const { body, ...error } = await refusal('getGradeList');
    expect(error).toMatchObject({ code: 55, name: 'Unknown', server_code: 'RC_404', status: 404 });
    expect(body).toEqual({ code: 'RC_404', msg: error.message });
  });
});
