import { CommonClient } from 'tencentcloud-sdk-nodejs-common';
import { describe, expect, it } from 'vitest';
import { defaults } from '../config.ts';
import { simulatorsOfFile } from '../testing.ts';
import { pageOfEachTest } from './testing.ts';

const other = { id: '190000002', secret: 'another-captcha-key' };
const running = await simulatorsOfFile({ config: { tencentCaptcha: [...defaults.tencentCaptcha, other] } });
const page = pageOfEachTest(running);

const [account, key] = [defaults.tencentCaptcha[0] ?? other, defaults.tencent[0] ?? other];
const SCRIPT = '/tencent-captcha/TJCaptcha.js';

interface Result {
  readonly ret: number;
  readonly ticket: string;
  readonly randstr: string;
  readonly errorCode?: number;
}

/** Shows the challenge; `ready` where it comes to that. */
const show = async (appid = account.id) => {
  await page.load(SCRIPT);
  page.run(`window.captcha = new TencentCaptcha('${appid}', result => record('done', result),
    { userLanguage: 'en', bizState: 'state', ready: () => record('ready') }); captcha.show();`);
};
const result = async (): Promise<Result> => {
  const [name, given] = await page.nextCall();
  expect(name).toBe('done');
  return given as Result;
};
const pass = async (): Promise<Result> => {
  await show();
  expect(await page.nextCall()).toEqual(['ready']);
  await page.solve();
  return result();
};

const describeResult = (body: object, secretKey = key.secret, version = '2019-07-22') =>
  new CommonClient('captcha.tencentcloudapi.com', version, {
    credential: { secretId: key.id, secretKey },
    profile: { httpProfile: { protocol: `${running.url}/tencent/` } },
  }).request('DescribeCaptchaResult', {
    CaptchaType: 9,
    UserIp: '127.0.0.1',
    CaptchaAppId: Number(account.id),
    AppSecretKey: account.secret,
    ...body,
  }) as Promise<{ CaptchaCode: number; CaptchaMsg: string }>;
const claim = ({ ticket, randstr }: Result) => ({ Ticket: ticket, Randstr: randstr });
const codeOf = async (body: object) => (await describeResult(body)).CaptchaCode;

describe('the slide in a page', () => {
  it('is drawn in a dialog, and its ticket stands DescribeCaptchaResult through the official client, once [4.official-clients]', async () => {
    const passed = await pass();
    expect(passed).toMatchObject({ ret: 0, appid: account.id, bizState: 'state' });
    expect([passed.ticket, passed.randstr]).toEqual([
      expect.stringMatching(/^t03/),
      expect.stringMatching(/^@.{3}$/),
    ]);
    expect(page.run('captcha.getTicket()')).toMatchObject({ ticket: passed.ticket });
    expect(page.has('[role=dialog]')).toBe(false);
    expect(await describeResult(claim(passed))).toMatchObject({ CaptchaCode: 1, CaptchaMsg: 'OK' });
    expect(await codeOf(claim(passed))).toBe(9);
  });

  it('lets the person try again, and is closed with ret 2', async () => {
    await show();
    await page.nextCall();
    await page.solve(false);
    await page.until(() => page.says().startsWith('Not quite'));
    expect(page.unread).toEqual([]);
    page.key('Escape');
    expect(await result()).toMatchObject({ ret: 2, ticket: '' });
    page.run('captcha.show()');
    expect(await page.nextCall()).toEqual(['ready']);
    await page.solve();
    expect(await result()).toMatchObject({ ret: 0 });
  });

  it('is embedded in an element, and bound to one', async () => {
    await page.load('/tencent-captcha/TCaptcha.js');
    const code = (options: object) =>
      `window.captcha = new TencentCaptcha(document.querySelector('#here'), '${account.id}', result => record('done', result), ${JSON.stringify(options)})`;
    page.run(code({ type: 'embed' }));
    await page.until(() => page.has('#here [role=slider]'));
    await page.solve();
    expect(await result()).toMatchObject({ ret: 0 });
    page.run(`captcha.destroy(); ${code({})}`);
    expect(page.has('[role=slider]')).toBe(false);
    page.find('#here')?.click();
    expect(page.has('[role=dialog]')).toBe(true);
    page.run('captcha.destroy()');
    expect(page.has('[role=dialog]')).toBe(false);
  });

  it('gives a disaster ticket to an unknown application', async () => {
    await show('190000009');
    const disaster = await result();
    expect(disaster).toMatchObject({
      ret: 0,
      ticket: expect.stringMatching(/^trerror_1006_190000009_\d+$/),
      errorCode: 1006,
    });
    expect(await codeOf(claim(disaster))).toBe(15);
  });
});

describe("the site's server", () => {
  it.each([
    [7, { Randstr: '@xyz' }],
    [15, { Ticket: 'trerror_1001_190000001_1700000000' }],
    [15, { Ticket: `t03${'0'.repeat(80)}` }],
    [16, { CaptchaAppId: 1 }],
    [21, { CaptchaAppId: Number(other.id), AppSecretKey: other.secret }],
    [100, { AppSecretKey: 'wrong' }],
  ])('is answered %i for %o, and the ticket stays good', async (code, wrong) => {
    const passed = await pass();
    expect(await codeOf({ ...claim(passed), ...wrong })).toBe(code);
    expect(await codeOf(claim(passed))).toBe(1);
  });

  it('is answered 8 after 5 minutes', async () => {
    const passed = await pass();
    running.advance(5 * 60_000);
    expect(await codeOf(claim(passed))).toBe(8);
  });

  it.each([
    ['MissingParameter', { UserIp: '' }],
    ['MissingParameter', { Ticket: '' }],
    ['InvalidParameter', { CaptchaAppId: account.id }],
    ['InvalidParameterValue', { CaptchaType: 1 }],
    ['UnknownParameter', { Scene: 'register' }],
  ])('is refused with %s for %o', async (code, wrong) => {
    await expect(describeResult({ Ticket: 't03', Randstr: '@abc', ...wrong })).rejects.toMatchObject({
      code,
    });
  });

  it('is refused with a wrong key or version', async () => {
    const body = { Ticket: 't03', Randstr: '@abc' };
    await expect(describeResult(body, 'wrong')).rejects.toMatchObject({
      code: 'AuthFailure.SignatureFailure',
    });
    await expect(describeResult(body, key.secret, '2020-01-01')).rejects.toMatchObject({
      code: 'NoSuchVersion',
    });
  });

  it('may use the legacy verification', async () => {
    const passed = await pass();
    const legacy = async (secret: string) => {
      const query = {
        aid: account.id,
        AppSecretKey: secret,
        Ticket: passed.ticket,
        Randstr: passed.randstr,
        UserIP: '127.0.0.1',
      };
      return JSON.parse(
        (await running.get(`/tencent-captcha/ticket/verify?${new URLSearchParams(query).toString()}`)).text,
      ) as object;
    };
    expect(await legacy('wrong')).toMatchObject({ response: '100' });
    expect(await legacy(account.secret)).toEqual({ response: '1', evil_level: '0', err_msg: 'OK' });
    expect(await legacy(account.secret)).toMatchObject({
      response: '0',
      err_msg: 'the ticket was used already',
    });
  });
});

describe('trouble', () => {
  it('of the verification leaves the ticket good', async () => {
    const passed = await pass();
    await running.post('/control/captcha-tencent-verify', { mode: 'fail' });
    expect(await codeOf(claim(passed))).toBe(15);
    await running.post('/control/captcha-tencent-verify', { mode: 'error', code: '8' });
    expect(await codeOf(claim(passed))).toBe(8);
    await running.post('/control/captcha-tencent-verify', { mode: 'error', code: 'InternalError' });
    await expect(codeOf(claim(passed))).rejects.toMatchObject({ code: 'InternalError' });
    await running.post('/control/captcha-tencent-verify', { mode: 'down' });
    await expect(codeOf(claim(passed))).rejects.toThrow();
    // The message services of the same cloud are another matter.
    expect((await running.get('/control/vendors')).text).toContain('"tencent-sms":{"mode":"pass"');
    await running.post('/control/captcha-tencent-verify', { mode: 'slow', delay_ms: 4321 });
    expect(await codeOf(claim(passed))).toBe(1);
    expect(running.waits.at(-1)).toBe(4321);
  });

  it.each([
    ['error', '1012', 1012],
    ['down', undefined, 1004],
  ])('of the challenge ends in a disaster ticket: %s', async (mode, code, errorCode) => {
    await running.post('/control/captcha-tencent-challenge', { mode, code });
    await show();
    expect(await result()).toMatchObject({ ret: 0, errorCode, ticket: expect.stringContaining('trerror_') });
    expect(page.has('[role=dialog]')).toBe(false);
  });

  it('of the challenge: a close, a puzzle that cannot be solved; of the script', async () => {
    await running.post('/control/captcha-tencent-challenge', { mode: 'close' });
    await show();
    expect(await page.nextCall()).toEqual(['ready']);
    expect(await result()).toMatchObject({ ret: 2 });
    await running.post('/control/captcha-tencent-challenge', { mode: 'fail' });
    await show();
    await page.nextCall();
    await page.solve();
    await page.until(() => page.says().startsWith('Not quite'));
    await running.post('/control/captcha-tencent-script', { mode: 'down' });
    expect(await page.load(SCRIPT)).toBe(false);
  });
});
