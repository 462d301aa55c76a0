import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaults } from '../config.ts';
import { startSimulators } from '../start.ts';
import { simulatorsOfFile } from '../testing.ts';
import { openPage, pageOfEachTest } from './testing.ts';

const running = await simulatorsOfFile();
const page = pageOfEachTest(running);

const key = defaults.netease[0] ?? { id: '', secret: '' };
const captchaId = defaults.neteaseCaptchaIds[0] ?? '';
const SCRIPT = '/netease/load.min.js?t=28333333';

const begin = async (more: object = {}) => {
  await page.load(SCRIPT);
  const cfg = JSON.stringify({
    captchaId,
    element: '#here',
    mode: 'popup',
    lang: 'en',
    apiVersion: 2,
    enableClose: true,
    defaultFallback: false,
    ...more,
  });
  page.run(`initNECaptcha({ ...${cfg}, onVerify: (error, data) => record('verify', error && error.code, data), onClose: () => record('close') },
    captcha => { window.captcha = captcha; record('made'); captcha.popUp(); }, error => record('failed', error.code))`);
};
const pass = async (): Promise<string> => {
  await begin();
  expect(await page.nextCall()).toEqual(['made']);
  await page.solve();
  const [, error, data] = await page.nextCall();
  expect(error).toBeNull();
  return (data as { validate: string }).validate;
};

/** As the document says: names sorted, each with its value behind it, then the secret key. */
const sign = (form: Record<string, string>, secretKey: string) =>
  createHash('md5')
    .update(
      Object.keys(form)
        .sort()
        .map(name => `${name}${form[name]}`)
        .join('') + secretKey,
    )
    .digest('hex');
const verify = async (validate: string, more: Record<string, string> = {}, secretKey = key.secret) => {
  const fields = {
    captchaId,
    validate,
    user: '',
    secretId: key.id,
    version: 'v2',
    timestamp: String(Date.now()),
    nonce: '123456',
    ...more,
  };
  const body = new URLSearchParams({ ...fields, signature: sign(fields, secretKey) });
  const response = await fetch(`${running.url}/netease/api/v2/verify`, { method: 'POST', body });
  return (await response.json()) as { error: number; result: boolean; msg: string };
};

describe('the slide in a page', () => {
  it('pops up, and its validate is good once', async () => {
    const validate = await pass();
    expect(page.has('[role=dialog]')).toBe(false);
    expect(await verify(validate, { user: '点名 用户' })).toMatchObject({ error: 0, result: true });
    expect(await verify(validate)).toMatchObject({ error: 0, result: false });
  });

  it('tells a wrong attempt with 300 and draws the next by itself; is closed', async () => {
    await begin();
    await page.nextCall();
    await page.solve(false);
    expect((await page.nextCall()).slice(0, 2)).toEqual(['verify', 300]);
    await page.solve();
    expect((await page.nextCall()).slice(0, 2)).toEqual(['verify', null]);
    page.run('captcha.popUp()');
    page.key('Escape');
    expect(await page.nextCall()).toEqual(['close']);
  });

  it('is embedded', async () => {
    await begin({ mode: 'embed' });
    await page.nextCall();
    expect(page.has('#here svg')).toBe(true);
    page.run('captcha.close(); captcha.destroy()');
    expect(page.has('#here svg')).toBe(false);
  });

  it('refuses an unknown id', async () => {
    await begin({ captchaId: 'nobody' });
    expect(await page.nextCall()).toEqual(['failed', 432]);
  });
});

describe("the site's server", () => {
  it.each([
    [415, {}, 'wrong'],
    [415, { secretId: 'nobody' }, key.secret],
    [419, { nonce: 'x'.repeat(33) }, key.secret],
    [419, { timestamp: '1700000000' }, key.secret],
    [419, { captchaId: '' }, key.secret],
    [421, { version: 'v1' }, key.secret],
  ])('is refused %i for %o, and the validate stays good', async (error, more, secretKey) => {
    const validate = await pass();
    expect(await verify(validate, more, secretKey)).toMatchObject({ error, result: false });
    expect(await verify(validate)).toMatchObject({ error: 0, result: true });
  });

  it('answers false for an unknown token, another id, and after 20 minutes', async () => {
    expect(await verify('CN31_invented')).toMatchObject({ error: 0, result: false });
    const validate = await pass();
    expect(await verify(validate, { captchaId: 'another' })).toMatchObject({ error: 0, result: false });
    running.advance(20 * 60_000);
    expect(await verify(validate)).toMatchObject({ error: 0, result: false });
  });
});

describe('trouble', () => {
  it('of the verification leaves the validate good', async () => {
    const validate = await pass();
    await running.post('/control/captcha-netease-verify', { mode: 'fail' });
    expect(await verify(validate)).toMatchObject({ error: 0, result: false });
    await running.post('/control/captcha-netease-verify', { mode: 'error', code: '430' });
    expect(await verify(validate)).toMatchObject({ error: 430, result: false });
    await running.post('/control/captcha-netease-verify', { mode: 'down' });
    await expect(verify(validate)).rejects.toThrow('fetch failed');
    await running.post('/control/captcha-netease-verify', { mode: 'slow', delay_ms: 1111 });
    expect(await verify(validate)).toMatchObject({ result: true });
    expect(running.waits.at(-1)).toBe(1111);
  });

  it.each([
    ['down', undefined, 500],
    ['error', '504', 504],
  ])('of the challenge: %s', async (mode, code, reported) => {
    await running.post('/control/captcha-netease-challenge', { mode, code });
    await begin();
    expect(await page.nextCall()).toEqual(['failed', reported]);
  });

  it('of the challenge: later than cfg.timeout', async () => {
    const slow = await startSimulators({ config: { port: 0 } });
    const site = openPage(slow);
    await fetch(`${slow.url}/control/captcha-netease-challenge`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ mode: 'slow', delay_ms: 120_000 }),
    });
    await site.load(SCRIPT);
    site.run(
      `initNECaptcha({ captchaId: '${captchaId}', mode: 'popup', timeout: 5, defaultFallback: false }, () => record('made'), error => record('failed', error.code))`,
    );
    expect(await site.nextCall()).toEqual(['failed', 504]);
    site.close();
    await slow.stop();
  });

  it("of the challenge passes everybody by the vendor's own fallback, which no verification accepts", async () => {
    await running.post('/control/captcha-netease-challenge', { mode: 'down' });
    await begin({ defaultFallback: true });
    expect(await page.nextCall()).toEqual(['made']);
    const [, error, data] = await page.nextCall();
    expect(error).toBeNull();
    expect(await verify((data as { validate: string }).validate)).toMatchObject({ error: 0, result: false });
  });

  it('of the challenge: a close, a puzzle that cannot be solved; of the script', async () => {
    await running.post('/control/captcha-netease-challenge', { mode: 'close' });
    await begin();
    expect(await page.nextCall()).toEqual(['made']);
    expect(await page.nextCall()).toEqual(['close']);
    await running.post('/control/captcha-netease-challenge', { mode: 'fail' });
    await begin();
    await page.nextCall();
    await page.solve();
    expect((await page.nextCall()).slice(0, 2)).toEqual(['verify', 300]);
    await running.post('/control/captcha-netease-script', { mode: 'down', code: '502' });
    expect(await page.load(SCRIPT)).toBe(false);
  });
});
