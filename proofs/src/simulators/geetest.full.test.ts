import { createHash, createHmac } from 'node:crypto';
import Geetest from 'gt3-sdk';
import { describe, expect, it } from 'vitest';
import { defaults } from '../../../apps/simulators/src/config.ts';
import { simulatorsOfFile } from '../../../apps/simulators/src/testing.ts';
import { pageOfEachTest } from '../../../apps/simulators/src/captcha/testing.ts';

const running = await simulatorsOfFile();
const page = pageOfEachTest(running);

const account = defaults.geetest[0] ?? { id: '', secret: '' };
const LOADER = '/geetest/static/js/gt.0.5.0.js';
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const register = async (more: Record<string, string> = {}) => {
  const query = {
    gt: account.id,
    json_format: '1',
    digestmod: 'md5',
    client_type: 'web',
    sdk: 'test',
    ...more,
  };
  const { text } = await running.get(`/geetest/register.php?${new URLSearchParams(query).toString()}`);
  return (JSON.parse(text) as { challenge: string }).challenge;
};
const validate = async (form: Record<string, string>) => {
  const body = new URLSearchParams({ captchaid: account.id, json_format: '1', sdk: 'test', ...form });
  const response = await fetch(`${running.url}/geetest/validate.php`, { method: 'POST', body });
  return (await response.json()) as { seccode: string; error_code?: string };
};

interface Passed {
  readonly geetest_challenge: string;
  readonly geetest_validate: string;
  readonly geetest_seccode: string;
}

const init = (challenge: string, more: object = {}) =>
  page.run(`initGeetest(${JSON.stringify({
    gt: account.id,
    challenge,
    offline: false,
    new_captcha: true,
    product: 'bind',
    lang: 'en',
    ...more,
  }).slice(0, -1)}, onError: error => record('loader', error)}, captcha => {
      window.captcha = captcha;
      captcha.onReady(() => record('ready')).onSuccess(() => record('success', captcha.getValidate())).onFail(() => record('fail'));
      captcha.onError(error => record('error', error.error_code)).onClose(() => record('close')).onNextReady(() => record('next'));
      record('made', captcha.getValidate());
    })`);

/** From the registration to the instance that is shown. */
const show = async (): Promise<string> => {
  const challenge = await register();
  const digest = md5(challenge + account.secret);
  await page.load(LOADER);
  init(digest);
  expect(await page.nextCall()).toEqual(['made', false]);
  expect(await page.nextCall()).toEqual(['ready']);
  page.run('captcha.verify()');
  return digest;
};
const pass = async (): Promise<Passed> => {
  await show();
  await page.solve();
  const [name, passed] = await page.nextCall();
  expect(name).toBe('success');
  return passed as Passed;
};
const form = ({ geetest_challenge, geetest_seccode }: Passed) => ({
  challenge: geetest_challenge,
  seccode: geetest_seccode,
});

describe('the slide in a page', () => {
  it('is drawn in a dialog, solved by keyboard, and the pass stands the stricter check, once', async () => {
    const digest = await show();
    expect(page.find('[role=dialog]')?.getAttribute('aria-modal')).toBe('true');
    expect(page.focus?.getAttribute('role')).toBe('slider');
    expect(page.has('svg clipPath path')).toBe(true);
    expect(page.has('[style*="url("], style')).toBe(false);
    await page.solve();
    const [, passed] = (await page.nextCall()) as unknown as ['success', Passed];
    expect(page.has('[role=dialog]')).toBe(false);
    expect(page.focus?.getAttribute('id')).toBe('sender');
    expect(passed.geetest_challenge).toHaveLength(34);
    expect(passed.geetest_challenge.slice(0, 32)).toBe(digest);
    expect(passed.geetest_validate).toBe(md5(`${account.secret}geetest${passed.geetest_challenge}`));
    expect(passed.geetest_seccode).toBe(`${passed.geetest_validate}|jordan`);
    expect(await validate(form(passed))).toEqual({ seccode: md5(passed.geetest_seccode) });
    expect(await validate(form(passed))).toEqual({ seccode: 'false', error_code: '02' });
  });

  it('tells a wrong attempt, draws another picture, and can be dragged', async () => {
    await show();
    await page.solve(false);
    expect(await page.nextCall()).toEqual(['fail']);
    expect(await page.nextCall()).toEqual(['next']);
    expect(page.says()).toContain('Not quite');
    const text = page.find('[role=slider]')?.getAttribute('aria-valuetext') ?? '';
    page.drag(Number(/(\d+)$/.exec(text)?.[1]));
    expect((await page.nextCall())[0]).toBe('success');
  });

  it.each([
    ['Escape', () => page.key('Escape')],
    ['its button', () => page.find('button[aria-label^=Close]')?.click()],
  ])('is closed by %s', async (_name, close) => {
    await show();
    close();
    expect(await page.nextCall()).toEqual(['close']);
    expect(page.has('[role=dialog]')).toBe(false);
    page.run('captcha.destroy()');
  });

  it('refuses a seventh refresh, a challenge that is got twice, and one that was never registered', async () => {
    const digest = await show();
    for (let turn = 0; turn < 6; turn += 1) {
      await page.until(() => page.says().startsWith('Arrow'));
      page.find('button[aria-label^=Another]')?.click();
      expect(await page.nextCall()).toEqual(['next']);
    }
    page.find('button[aria-label^=Another]')?.click();
    expect(await page.nextCall()).toEqual(['error', 'error_106']);
    for (const challenge of [digest, '0'.repeat(32)]) {
      init(challenge);
      expect(await page.nextCall()).toEqual(['made', false]);
      expect(await page.nextCall()).toEqual(['error', 'error_02']);
    }
  });

  it('stands in the page behind a button where it is not bound', async () => {
    await page.load(LOADER);
    init(md5((await register()) + account.secret), { product: 'popup' });
    await page.nextCall();
    await page.nextCall();
    page.run("captcha.appendTo('#here')");
    page.find('#here button')?.click();
    await page.solve();
    expect((await page.nextCall())[0]).toBe('success');
    expect(page.find('#here button')?.textContent).toBe('Passed');
    page.run('captcha.reset()');
    expect(page.run('captcha.getValidate()')).toBe(false);
  });
});

describe("the site's server", () => {
  it.each([
    [
      'sha256',
      (ch: string) =>
        createHash('sha256')
          .update(ch + account.secret)
          .digest('hex'),
    ],
    ['hmac-sha256', (ch: string) => createHmac('sha256', account.secret).update(ch).digest('hex')],
  ])('may use %s', async (digestmod, digest) => {
    await page.load(LOADER);
    init(digest(await register({ digestmod })));
    await page.nextCall();
    expect(await page.nextCall()).toEqual(['ready']);
    page.run('captcha.verify()');
    await page.solve();
    expect(await validate(form((await page.nextCall())[1] as Passed))).not.toHaveProperty('error_code');
  });

  it('is given no challenge for a foreign id or an unknown digest', async () => {
    expect(await register({ gt: 'nobody' })).toBe('0');
    expect(await register({ digestmod: 'toString' })).toBe('0');
  });

  it.each([
    ['61', { seccode: '' }],
    ['68', { seccode: 'forged|jordan' }],
    ['62', { captchaid: 'nobody' }],
    ['62', { challenge: '0'.repeat(34) }],
  ])('is refused %s for %o, and the pass stays good', async (code, wrong) => {
    const passed = await pass();
    expect(await validate({ ...form(passed), ...wrong })).toEqual({ seccode: 'false', error_code: code });
    const other = `${passed.geetest_challenge.slice(0, 32)}zz`;
    expect(await validate({ ...form(passed), challenge: other })).toMatchObject({ error_code: '68' });
    expect(await validate(form(passed))).not.toHaveProperty('error_code');
  });

  it('is refused what is older than 10 minutes, and what was not passed', async () => {
    const passed = await pass();
    running.advance(10 * 60_000);
    expect(await validate(form(passed))).toMatchObject({ seccode: 'false' });
    const challenge = md5((await register()) + account.secret);
    expect(await validate({ challenge: `${challenge}aa`, seccode: 'x|jordan' })).toMatchObject({
      error_code: '62',
    });
  });
});

describe('the official client [4.official-clients]', () => {
  const client = (change: object = {}) =>
    new Geetest({
      geetest_id: account.id,
      geetest_key: account.secret,
      protocol: 'http://',
      api_server: `${running.url.replace('http://', '')}/geetest`,
      ...change,
    });

  it('registers, and its check passes what was solved, once', async () => {
    const given = await client().register({ client_type: 'web', ip_address: '127.0.0.1' });
    expect(given).toMatchObject({ success: 1, gt: account.id, new_captcha: true });
    await page.load(LOADER);
    init(given.challenge);
    expect(await page.nextCall()).toEqual(['made', false]);
    expect(await page.nextCall()).toEqual(['ready']);
    page.run('captcha.verify()');
    await page.solve();
    const passed = (await page.nextCall())[1] as Passed & Record<string, string>;
    expect(await client().validate(false, { ...passed, geetest_validate: '0'.repeat(32) })).toBe(false);
    expect(await client().validate(false, passed)).toBe(true);
    expect(await client().validate(false, passed)).toBe(false);
  });

  it('is refused with another key or for another id', async () => {
    const passed = (await pass()) as Passed & Record<string, string>;
    expect(await client({ geetest_key: 'another' }).validate(false, passed)).toBe(false);
    expect(await client({ geetest_id: 'nobody' }).validate(false, passed)).toBe(false);
    expect(await client().validate(false, passed)).toBe(true);
  });

  it('falls back to a challenge of its own where the vendor is down', async () => {
    await running.post('/control/captcha-geetest-register', { mode: 'down' });
    expect(await client().register({})).toMatchObject({ success: 0, gt: account.id });
  });
});

describe('trouble', () => {
  const status = async () =>
    JSON.parse((await running.get(`/geetest/v1/bypass_status.php?gt=${account.id}`)).text);

  it('of the server side, call by call', async () => {
    expect(await status()).toEqual({ status: 'success' });
    const passed = await pass();
    await running.post('/control/captcha-geetest-health', { mode: 'fail' });
    expect(await status()).toEqual({ status: 'fail' });
    await running.post('/control/captcha-geetest-health', { mode: 'down', code: '503' });
    expect((await running.get('/geetest/v1/bypass_status.php')).status).toBe(503);
    await running.post('/control/captcha-geetest-register', { mode: 'error', code: 'empty' });
    expect(await register()).toBe('');
    await running.post('/control/captcha-geetest-register', { mode: 'fail' });
    expect(await register()).toBe('0');
    await running.post('/control/captcha-geetest-verify', { mode: 'error', code: '12' });
    expect(await validate(form(passed))).toEqual({ seccode: 'false', error_code: '12' });
    await running.post('/control/captcha-geetest-verify', { mode: 'down' });
    await expect(validate(form(passed))).rejects.toThrow('fetch failed');
    await running.post('/control/captcha-geetest', { mode: 'slow', delay_ms: 777 });
    expect(await validate(form(passed))).not.toHaveProperty('error_code');
    expect(running.waits.at(-1)).toBe(777);
  });

  it('of the script: not there, or without its global; of the loader: what cfg.onError is for', async () => {
    await running.post('/control/captcha-geetest-script', { mode: 'down' });
    expect(await page.load(LOADER)).toBe(false);
    await running.post('/control/captcha-geetest-script', { mode: 'error', code: '404' });
    expect(await page.load(LOADER)).toBe(false);
    await running.post('/control/captcha-geetest-script', { mode: 'fail' });
    expect(await page.load(LOADER)).toBe(true);
    expect(page.run('typeof initGeetest')).toBe('undefined');
    await running.post('/control/captcha-geetest-script', { mode: 'pass' });
    await page.load(LOADER);
    await running.post('/control/captcha-geetest-script', { mode: 'down' });
    const digest = md5((await register()) + account.secret);
    init(digest);
    expect(await page.nextCall()).toEqual(['loader', 'networkError']);
    // It stays so until the page is loaded again.
    await running.post('/control/reset', {});
    init(digest);
    expect(await page.nextCall()).toEqual(['loader', 'networkError']);
  });

  it('of the challenge: an error, an outage, a close, a puzzle that cannot be solved', async () => {
    await page.load(LOADER);
    const begin = async (body: object) => {
      await running.post('/control/captcha-geetest-challenge', body);
      init(md5((await register()) + account.secret));
      await page.nextCall();
      return page.nextCall();
    };
    expect(await begin({ mode: 'error', code: 'error_108' })).toEqual(['error', 'error_108']);
    expect(await begin({ mode: 'down' })).toEqual(['error', 'error_104']);
    expect(await begin({ mode: 'close' })).toEqual(['ready']);
    page.run('captcha.verify()');
    expect(await page.nextCall()).toEqual(['close']);
    page.run('captcha.destroy()');
    expect(await begin({ mode: 'fail' })).toEqual(['ready']);
    page.run('captcha.verify()');
    await page.solve();
    expect(await page.nextCall()).toEqual(['fail']);
    expect(await page.nextCall()).toEqual(['next']);
    await running.post('/control/captcha-geetest-challenge', { mode: 'down' });
    await page.solve();
    expect(await page.nextCall()).toEqual(['error', 'error_105']);
  });
});
