// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LINGER_MS } from '../overlay.ts';
import { start, challenged } from '../testing/begin.ts';
import { answerScript, closeLink, dialog, freshPage, press, scripts, settle } from '../testing/browser.ts';
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

describe.each(vendors)('$rule', vendor => {
  test('loads the script, shows the challenge and exchanges the ticket once each [4.challenge 4.pass 7.registerGeetest 7.checkGeetest 7.checkTencent 7.checkNextdata 7.checkNetease 7.checkAliyun]', async () => {
    const { outcome, stage } = await challenged(server, vendor);
    expect(scripts().map(script => script.src)).toEqual([vendor.script]);
    expect(stage.shown).toBe(1);
    stage.pass();
    stage.pass();
    await expect(outcome).resolves.toEqual({ ticket: 'tk', id: 'cid' });
    const exchanges = server.requests.filter(({ url }) => url === vendor.exchange);
    expect(exchanges.map(({ body }) => body)).toEqual([{ ...vendor.body, attempt: 'at1' }]);
    expect(stage.destroyed).toBe(vendor.boxed ? 0 : 1);
  });

  test('without an attempt in the rule none is sent, and X-Captcha-Id is the rule’s where the ticket has no id of its own [7.captcha-headers]', async () => {
    const { outcome, stage } = await challenged(server, vendor, { rule: { attempt: undefined } });
    server.on(vendor.exchange, success({ ticket: 'tk' }));
    stage.pass();
    await expect(outcome).resolves.toEqual({ ticket: 'tk', id: 'app' });
    const exchanges = server.requests.filter(({ url }) => url === vendor.exchange);
    expect(exchanges.map(({ body }) => body)).toEqual([vendor.body]);
  });

  test('the mask goes 600 ms after the finish, and the focus is given back [2.widget]', async () => {
    const { outcome, stage } = await challenged(server, vendor);
    expect(dialog()?.open).toBe(vendor.boxed === true);
    stage.pass();
    await outcome;
    expect(document.activeElement?.id).toBe('opener');
    await vi.advanceTimersByTimeAsync(LINGER_MS - 1);
    expect(dialog()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(dialog()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('on the main backend, where it serves the vendor [7.registerSlide 7.getGeetestTicket 7.getWaterproofWallTicket]', async () => {
    const { outcome, stage } = await challenged(server, vendor, { more: { service: 'main' } });
    stage.pass();
    await outcome;
    const platform = server.paths().filter(path => !path.startsWith('/tiger/'));
    expect(platform).toEqual(vendor.exchangeOnMain ? [] : [vendor.exchange]);
  });

  test('a script at the address of the rule [4.challenge]', async () => {
    const { outcome } = await start(server, vendor, { rule: { script: 'https://self.example/v.js' } });
    expect(scripts().map(script => script.src)).toEqual(['https://self.example/v.js']);
    answerScript('error');
    await expect(outcome).rejects.toMatchObject({ body: 'https://self.example/v.js' });
  });

  test('the vendor reports an error [8.error-occurred]', async () => {
    const { outcome, stage } = await challenged(server, vendor);
    stage.error();
    await expect(outcome).rejects.toMatchObject({
      name: 'CaptchaVendorError',
      code: 48,
      message: vendor.boxed ? '验证错误' : 'some error occurred',
      body: expect.anything(),
    });
    expect(server.paths()).not.toContain(vendor.exchange);
  });

  test('the vendor throws [8.fatal]', async () => {
    const { outcome } = await start(server, vendor);
    const broken = () => {
      throw new Error('vendor');
    };
    vi.stubGlobal(vendor.global, Object.assign(broken, { use: broken }));
    answerScript('load');
    await expect(outcome).rejects.toMatchObject({
      name: 'CaptchaVendorError',
      message: 'fatal error occurred',
    });
  });

  test('the script is blocked; the next verification loads it again [8.fatal]', async () => {
    const { outcome } = await start(server, vendor);
    answerScript('error');
    await expect(outcome).rejects.toMatchObject({
      name: 'CaptchaVendorError',
      message: 'fatal error occurred',
      unanswered: true,
    });
    expect(scripts()).toEqual([]);
    const second = await challenged(server, vendor);
    second.stage.pass();
    await expect(second.outcome).resolves.toMatchObject({ ticket: 'tk' });
  });

  test('the script is slow [8.error-occurred]', async () => {
    const { outcome, settled } = await start(server, vendor, { more: { requestTimeout: 5_000 } });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaVendorTimeout', code: 49, unanswered: true });
    expect(scripts()).toEqual([]);
  });

  test('the script makes no global [8.fatal]', async () => {
    const { outcome } = await start(server, vendor);
    answerScript('load');
    await expect(outcome).rejects.toMatchObject({
      name: 'CaptchaVendorError',
      message: 'fatal error occurred',
      body: vendor.global,
      unanswered: true,
    });
  });

  test('Escape closes it, and later events do nothing [4.one-callback]', async () => {
    const { outcome, settled, stage } = await challenged(server, vendor);
    expect(press('Escape').defaultPrevented).toBe(true);
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaClosed', code: 52 });
    stage.pass();
    stage.error();
    await settle();
    expect(settled).toHaveBeenCalledTimes(1);
    expect(server.paths()).not.toContain(vendor.exchange);
  });

  test('closed while the script loads, the vendor does not start', async () => {
    const { outcome } = await start(server, vendor);
    closeLink().click();
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaClosed' });
    const { stage, begin } = vendor.install();
    answerScript('load');
    await settle();
    begin();
    expect(stage).toMatchObject({ shown: 0, config: {} });
  });

  test('the ticket is refused', async () => {
    const { outcome, stage } = await challenged(server, vendor);
    server.on(vendor.exchange, refusal(400, '10017002', 'refused'));
    stage.pass();
    const error = await outcome.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'CaptchaVendorError', message: 'refused', status: 400 });
    expect(error).not.toHaveProperty('unanswered');
  });

  test('an answer without a ticket [8.incorrect]', async () => {
    const { outcome, stage } = await challenged(server, vendor);
    server.on(vendor.exchange, success({}));
    stage.pass();
    await expect(outcome).rejects.toMatchObject({
      name: 'CaptchaFailed',
      message: 'incorrect captcha checking',
    });
  });

  test('a page that goes during the exchange', async () => {
    const page = new AbortController();
    const { outcome, stage } = await challenged(server, vendor, { more: { signal: page.signal } });
    server.on(vendor.exchange, 'never');
    stage.pass();
    await settle();
    page.abort();
    await expect(outcome).rejects.toMatchObject({ name: 'CaptchaClosed' });
    expect(server.requests.at(-1)).toMatchObject({ url: vendor.exchange, aborted: true });
  });
});

describe.each(vendors.filter(({ boxed }) => !boxed))('$rule, in its own dialog', vendor => {
  test('the person closes it [4.one-callback]', async () => {
    const { outcome, stage } = await challenged(server, vendor);
    stage.close?.();
    stage.close?.();
    const failed = outcome.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    expect(await failed).toMatchObject({ name: 'CaptchaClosed' });
    expect(stage.destroyed).toBe(1);
  });

  test('it closes itself just before or after the pass', async () => {
    for (const order of ['close first', 'pass first']) {
      uninstall();
      const { outcome, stage } = await challenged(server, vendor);
      if (order === 'close first') stage.close?.();
      stage.pass();
      stage.close?.();
      await expect(outcome, order).resolves.toMatchObject({ ticket: 'tk' });
      await vi.advanceTimersByTimeAsync(LINGER_MS);
    }
  });

  test('a wrong attempt does not end it', async () => {
    const { outcome, settled, stage } = await challenged(server, vendor);
    stage.unpass?.();
    await settle();
    expect(settled).not.toHaveBeenCalled();
    stage.pass();
    await expect(outcome).resolves.toMatchObject({ ticket: 'tk' });
  });
});

describe.each(vendors.filter(({ rule }) => rule !== 'TENCENT'))(
  '$rule, which calls back to begin',
  vendor => {
    test('never begins', async () => {
      const { outcome } = await start(server, vendor);
      const { begin, stage } = vendor.install();
      answerScript('load');
      await settle();
      const failed = outcome.catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await failed).toMatchObject({
        name: 'CaptchaVendorTimeout',
        message: 'some error occurred',
        unanswered: true,
      });
      begin();
      expect(stage.shown).toBe(0);
      if (!vendor.boxed) expect(stage.destroyed).toBe(1);
    });

    test('has no time limit once it is shown', async () => {
      const { outcome, settled, stage } = await challenged(server, vendor);
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(settled).not.toHaveBeenCalled();
      stage.pass();
      await expect(outcome).resolves.toMatchObject({ ticket: 'tk' });
    });
  },
);
