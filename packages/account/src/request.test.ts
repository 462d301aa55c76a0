import { clientErrors, headers, serverCodes } from '@rollcall/contract';
import { describe, expect, test } from 'vitest';
import { getAgreements } from './agreements.ts';
import type { AuthError } from './errors.ts';
import { fakeBrowser, settle, tokens } from './testing/tabs.ts';
import { getGradeList } from './profile.ts';
import { sendRegisterCaptcha } from './registration.ts';
import { queryString } from './request.ts';
import { loginByAccount } from './sign-in.ts';
import { convertTokens } from './tokens.ts';

const failure = (promise: Promise<unknown>): Promise<AuthError> =>
  promise.then(
    () => Promise.reject(new Error('It was no failure.')),
    error => error as AuthError,
  );

describe('what is sent', () => {
  test('the headers of section 3, credentials and JSON [3.init 7.xhr 7.timeout]', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab('', { client_id: 'c9', auth_version: 3 });
    void sendRegisterCaptcha(auth, { phone_number: '13800000000' }, { captcha: { ticket: 't1', id: 'i1' } });
    await settle();
    const { method, url, body, xhr, ...request } = net.next();
    expect([method, url]).toEqual(['POST', '/tiger/v3/web/accounts/captcha/register/phone/with-agreement']);
    expect(body).toEqual({ phone_number: '13800000000', pid: 'school' });
    expect(request.headers).toEqual({
      'Product-Code': 'p1',
      Pid: 'school',
      Platform: 'web',
      'Auth-Version': '3',
      'Client-ID': 'c9',
      'SDK-Account-Version': '0.16.2',
      Net: '4g',
      'X-Captcha-Ticket': 't1',
      'X-Captcha-Id': 'i1',
      'Content-Type': 'application/json',
    });
    expect(Object.values(headers)).toEqual(expect.arrayContaining(['Pid', 'Net']));
    expect([xhr.withCredentials, xhr.timeout]).toEqual([true, 20_000]);
  });

  test('says whether several people use the device, or nothing where nobody has said [3.shared-device]', async () => {
    for (const [shared, sent] of [
      [true, '1'],
      [false, '0'],
      [undefined, undefined],
    ] as const) {
      const { tab, net } = fakeBrowser();
      void getAgreements(tab('', { sharedDevice: () => shared }));
      await settle();
      expect(net.next().headers['X-Shared-Device']).toBe(sent);
    }
  });

  test('names the page’s language where it is one of ours, and leaves the browser’s own header otherwise', async () => {
    for (const language of ['en', undefined]) {
      const { tab, net } = fakeBrowser();
      const auth = tab();
      void getGradeList({ ...auth, browser: { ...auth.browser, language: () => language } });
      await settle();
      expect(net.next().headers['Accept-Language']).toBe(language);
    }
  });

  test('a GET has its query, no body, and the account’s own headers too [3.init 3.headers]', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab('', { domain: 'd.example', env: 'staging' });
    void getAgreements(auth);
    void getAgreements(auth, { pid: 'other' });
    void getGradeList(auth);
    await settle();
    expect(net.pending.map(({ url }) => url.split('/accounts/')[1])).toEqual([
      'agreements?pid=school',
      'agreements?pid=other',
      'grade-list',
    ]);
    expect(net.next().url).toMatch(/^https:\/\/staging-api\.d\.example\/tiger/);
    expect(net.next().body).toBeUndefined();
    expect(net.next().headers).toMatchObject({ 'Auth-Version': '1', 'Client-ID': '7' });
    expect(net.next().headers).not.toHaveProperty('Content-Type');
    expect(net.next().headers).not.toHaveProperty('Authorization');
  });

  test('a query holds the truthy params [7.query]', () => {
    expect(queryString({})).toBe('');
    expect(queryString({ a: '', b: 0, c: undefined, d: null, e: false })).toBe('');
    expect(queryString({ a: 'x y', b: 2, c: '', d: '学&校', e: true })).toBe(
      '?a=x+y&b=2&d=%E5%AD%A6%26%E6%A0%A1&e=true',
    );
  });

  test('an older site’s token [7.convertTokens]', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab();
    const done = convertTokens(auth, undefined, { bearer: 'old' });
    await settle();
    expect(net.next().headers).toMatchObject({ Authorization: 'Bearer old' });
    net.next().answer(200, { data: tokens(4) });
    expect(await done).toEqual(tokens(4));
    expect(auth.tokens.read()).toEqual({ access: 'A4', type: 'Bearer', refresh: 'R4' });
  });
});

describe('what comes back', () => {
  const sent = async (requestTimeout?: number, signal?: AbortSignal) => {
    const browser = fakeBrowser();
    const call = loginByAccount(
      browser.tab('', { requestTimeout }),
      { identity: 'x', password: 'y' },
      { signal },
    );
    const failed = failure(call);
    await settle();
    return { ...browser, failed };
  };

  test('time-out [3.init 7.timeout 8.timeout 9.timeout]', async () => {
    const { net, failed } = await sent(1234);
    expect(net.next().xhr.timeout).toBe(1234);
    net.next().timeOut();
    expect(await failed).toMatchObject({
      code: 13,
      name: 'RequestTimeout',
      message: 'ECONNABORTED:timeout of 1234 ms exceeded',
    });
  });

  test('no network [8.no-answer]', async () => {
    const { net, failed } = await sent();
    net.next().lose();
    expect(await failed).toMatchObject({ code: 14, name: 'RequestError', message: 'Network error.' });
  });

  test('aborted, before and while it is under way', async () => {
    const before = await sent(1, AbortSignal.abort());
    expect(await before.failed).toMatchObject({ code: 14 });
    expect(before.net.sent).toEqual([]);
    const controller = new AbortController();
    const { net, failed } = await sent(1, controller.signal);
    expect(net.pending).toHaveLength(1);
    controller.abort();
    expect(await failed).toMatchObject({ code: 14, message: 'Request aborted.' });
    expect(net.pending).toEqual([]);
  });

  test.each(Object.entries(serverCodes))(
    'server code %s is client code %i [8.server-codes 8.error]',
    async (server_code, code) => {
      const { net, failed } = await sent();
      net.next().answer(400, { code: server_code, msg: 'Words.', data: { retry_after: 9 } });
      expect(await failed).toMatchObject({
        code,
        name: clientErrors[code],
        message: 'Words.',
        server_code,
        status: 400,
        body: { data: { retry_after: 9 } },
      });
    },
  );

  test.each(['AC3_99', 'RC_400', 'toString', '__proto__', 'constructor'])(
    'server code %s is unknown and passed on with its body [8.unknown-code]',
    async server_code => {
      const { net, failed } = await sent();
      const body = { code: server_code, msg: 'Words.', extra: [1] };
      net.next().answer(409, body);
      expect(await failed).toMatchObject({
        code: 55,
        name: 'Unknown',
        message: 'Words.',
        server_code,
        status: 409,
        body,
      });
    },
  );

  test.each<[number, unknown, unknown]>([
    [502, '<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>'],
    [200, '<h1>Sign in to the hotel network</h1>', '<h1>Sign in to the hotel network</h1>'],
    [200, '', ''],
    [500, 'null', null],
    [200, 'null', null],
    [200, '5', 5],
    [
      500,
      { code: 'RC_500', msg: 'Fault.', request_id: 'r' },
      { code: 'RC_500', msg: 'Fault.', request_id: 'r' },
    ],
  ])('%i with %j is an error with the raw body [8.unknown-code]', async (status, answer, body) => {
    const { net, failed } = await sent();
    net.next().answer(status, answer);
    const error = await failed;
    expect(error).toMatchObject({ code: 55, status, body });
    expect(error).toBeInstanceOf(Error);
    expect(error.message).not.toBe('');
  });
});
