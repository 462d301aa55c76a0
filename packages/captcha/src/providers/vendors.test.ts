// @vitest-environment jsdom
/** What one vendor has and the others have not. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { start, challenged, vendorOf } from '../testing/begin.ts';
import { answerScript, closeLink, dialog, freshPage, scripts, settle } from '../testing/browser.ts';
import { FakeServer, refusal, success } from '../testing/server.ts';
import { uninstall, vendors } from '../testing/vendors.ts';

let server: FakeServer;
beforeEach(() => {
  freshPage();
  server = new FakeServer();
});
afterEach(() => {
  uninstall();
  vi.useRealTimers();
});

/** What each vendor reports where a request of its script got no answer, and where it did. */
const reports = {
  GEETEST: {
    unanswered: [{ error_code: 'error_104' }, { code: 'error_105' }, { error_code: 'error_108' }],
    answered: [{ error_code: 'error_113' }, { error_code: 'error_1040' }],
  },
  TENCENT: {
    unanswered: [1001, 1002, 1003, 1004, 1005, 1007, 1008],
    answered: [1006, 1012, 1013],
  },
  NETEASE: { unanswered: [100, 500, 501, 502, 503, 504], answered: [200, 432] },
  NEXTDATA: { unanswered: [2001, 2002, 2005], answered: [2003, 2004] },
  ALIYUN: { unanswered: ['timeout', 'error 500'], answered: ['renderTo', 400] },
};
const cases = Object.entries(reports).flatMap(([rule, all]) => [
  ...all.unanswered.map(report => ({ rule, report, unanswered: true as const })),
  ...all.answered.map(report => ({ rule, report, unanswered: undefined })),
]);
test.each(cases)('$rule reports $report: unanswered is $unanswered', async ({ rule, report, unanswered }) => {
  const { outcome, stage } = await challenged(server, vendorOf(vendors, rule));
  stage.error(report);
  const error = (await outcome.catch((thrown: unknown) => thrown)) as { name: string; unanswered?: true };
  expect(error.name).toMatch(/^CaptchaVendor(?:Error|Timeout)$/);
  expect(error.unanswered).toBe(unanswered);
});

const finish = async ({ outcome, stage }: Awaited<ReturnType<typeof challenged>>) => {
  stage.pass();
  await outcome;
  return stage.config;
};

describe('GeeTest', () => {
  const geetest = vendorOf(vendors, 'GEETEST');
  const registers = () => server.paths().filter(path => path === '/captcha/geetest/register').length;
  const INIT_FAILED = {
    name: 'GeetestInitFailed',
    code: 51,
    message: 'Get geetest init params fail, please reload the page or try again later.',
  };

  test('is given what its loader requires', async () => {
    expect(await finish(await challenged(server, geetest))).toMatchObject({
      gt: 'gt',
      challenge: 'ch',
      offline: false,
      new_captcha: true,
      product: 'bind',
      width: '300px',
      lang: 'zh-cn',
      onError: expect.any(Function),
    });
    const register = server.requests.find(({ url }) => url === '/captcha/geetest/register');
    expect(register?.body).toEqual({ appid: 'app', attempt: 'at1' });
  });

  test.each([
    [{}, 4],
    [{ retries: 1 }, 2],
    [{ retries: 0 }, 1],
  ])(
    'parameters that fail: %o asks %i times [4.geetest-retry 8.geetest 9.geetest-retries]',
    async (more, times) => {
      const failing = {
        ...geetest,
        calls: { '/captcha/geetest/register': refusal(503, '10017003', 'slow') },
      };
      const { outcome } = await start(server, failing, { more });
      answerScript('load');
      const error = await outcome.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject(INIT_FAILED);
      expect(error).not.toHaveProperty('unanswered');
      expect(registers()).toBe(times);
    },
  );

  test.each(['error', 'timeout'] as const)('parameters that get no answer (%s)', async answer => {
    const { outcome } = await start(server, { ...geetest, calls: { '/captcha/geetest/register': answer } });
    answerScript('load');
    await expect(outcome).rejects.toMatchObject({ ...INIT_FAILED, unanswered: true });
  });

  test.each(['networkError', '网络错误'])(
    'a loader that failed (%s) is not asked again: the next one is new',
    async text => {
      const { outcome, stage } = await challenged(server, geetest);
      (stage.config.onError as (error: string) => void)(text);
      await expect(outcome).rejects.toMatchObject({
        name: 'CaptchaVendorError',
        body: text,
        unanswered: true,
      });
      const loaded = scripts().length;
      const again = await challenged(server, geetest);
      expect(scripts()).toHaveLength(loaded + 1);
      again.stage.pass();
      await expect(again.outcome).resolves.toMatchObject({ ticket: 'tk' });
    },
  );

  test.each([{}, { gt: 'gt', success: 1 }, { gt: '', challenge: 'ch' }])(
    'parameters %o are no parameters',
    async given => {
      const broken = { ...geetest, calls: { '/captcha/geetest/register': success(given) } };
      const { outcome } = await start(server, broken);
      answerScript('load');
      await expect(outcome).rejects.toMatchObject(INIT_FAILED);
    },
  );

  test('parameters that come at the last try [4.geetest-retry]', async () => {
    const { outcome } = await start(server, {
      ...geetest,
      calls: { '/captcha/geetest/register': 'never' },
    });
    closeLink().click();
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaClosed' });
    answerScript('load');

    server = new FakeServer();
    const started = start(server, geetest);
    server.on('/captcha/geetest/register', () =>
      registers() < 4 ? 'error' : success({ gt: 'gt', challenge: 'late', success: 0, new_captcha: true }),
    );
    const { outcome: second } = await started;
    const { stage, begin } = geetest.install();
    answerScript('load');
    await settle();
    begin();
    stage.ready?.();
    expect(stage.config).toMatchObject({ challenge: 'late', offline: true });
    stage.pass();
    await expect(second).resolves.toMatchObject({ ticket: 'tk' });
  });

  test('a success without a result', async () => {
    const { outcome, stage } = await challenged(server, geetest);
    const [config] = [stage.config];
    expect(config.gt).toBe('gt');
    (config.onError as (error: string) => void)('loader gave up');
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaVendorError', body: 'loader gave up' });
  });
});

describe('Tencent', () => {
  const tencent = vendorOf(vendors, 'TENCENT');
  test.each([
    { ret: 0, ticket: 'trerror_1001_app', randstr: '@' },
    { ret: 0, ticket: 't03real', randstr: '@', errorCode: 1004 },
    { ret: 0, ticket: '', randstr: '' },
    { ret: 1, ticket: 't03real', randstr: '@' },
  ])('%o is never a pass [4.offline-mode]', async result => {
    const { outcome } = await start(server, tencent);
    let done = (_result: object) => {};
    vi.stubGlobal(
      'TencentCaptcha',
      class {
        constructor(_appid: string, given: (result: object) => void) {
          done = given;
        }
        show() {}
      },
    );
    answerScript('load');
    await settle();
    done(result);
    await expect(outcome).rejects.toMatchObject({
      name: 'CaptchaVendorError',
      message: 'some error occurred',
      body: result,
    });
    expect(server.paths()).not.toContain('/captcha/tencent');
  });
});

test('NetEase: no pass by a public constant, and as wide as a phone lets it be [4.offline-mode]', async () => {
  const netease = vendorOf(vendors, 'NETEASE');
  vi.stubGlobal('innerWidth', 320);
  const config = await finish(await challenged(server, netease));
  expect(config).toMatchObject({
    captchaId: 'app',
    mode: 'popup',
    apiVersion: 2,
    defaultFallback: false,
    enableClose: true,
    width: '278px',
    lang: 'zh-CN',
  });
  expect(config.element).toBeInstanceOf(HTMLElement);
});

test('NetEase: its loader fails', async () => {
  const netease = vendorOf(vendors, 'NETEASE');
  const { outcome } = await start(server, netease);
  const { stage } = netease.install();
  answerScript('load');
  await settle();
  stage.error();
  await expect(outcome).rejects.toMatchObject({ name: 'CaptchaVendorError', body: { code: 432 } });
});

test('NextData: drawn 300 wide into an element that is there; its time-out is a time-out', async () => {
  const nextdata = vendorOf(vendors, 'NEXTDATA');
  const { outcome, stage } = await challenged(server, nextdata);
  expect(stage.config).toMatchObject({ organization: 'app', product: 'popup', mode: 'slide', width: 300 });
  expect(document.getElementById(String(stage.config.appendTo))?.closest('dialog')).toBe(dialog());
  (stage.config.onError as (type: string, error: object) => void)('NETWORK', { code: 2005 });
  await expect(outcome).rejects.toMatchObject({ name: 'CaptchaVendorTimeout', code: 49 });
});

describe('Aliyun', () => {
  const aliyun = vendorOf(vendors, 'ALIYUN');
  test('is drawn in the box, under the prompt [2.mask 7.checkAliyun]', async () => {
    const verification = await challenged(server, aliyun, { rule: { scene: 'nc_register' } });
    const box = dialog();
    expect(box?.open).toBe(true);
    expect(box?.textContent).toContain('拖动下方滑块完成验证');
    const config = await finish(verification);
    expect(config).toMatchObject({ appkey: 'app', scene: 'nc_register', width: 300, language: 'cn' });
    expect(box?.querySelector(`#${config.renderTo}`)).not.toBeNull();
    expect(server.requests.at(-1)?.body.scene).toBe('nc_register');
  });

  test('in English [2.mask]', async () => {
    document.documentElement.lang = 'en-GB';
    const verification = await challenged(server, aliyun);
    expect(dialog()?.textContent).toContain('drag the slider below to complete verification');
    expect(await finish(verification)).toMatchObject({ language: 'en' });
  });

  test('a slide that failed [8.aliyun]', async () => {
    const { outcome, stage } = await challenged(server, aliyun);
    stage.unpass?.();
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaFailed', message: '验证失败', body: 800 });
  });

  test('its part does not come [8.aliyun]', async () => {
    const { outcome } = await start(server, aliyun);
    const { stage } = aliyun.install();
    answerScript('load');
    await settle();
    stage.error();
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaVendorError', message: '验证错误' });
  });
});
