import { describe, expect, it } from 'vitest';
import { defaults } from '../config.ts';
import { simulatorsOfFile } from '../testing.ts';
import { pageOfEachTest } from './testing.ts';

const running = await simulatorsOfFile();
const page = pageOfEachTest(running);

const account = defaults.nextdata[0] ?? { id: '', secret: '' };
const SCRIPT = '/nextdata/pr/v1.0.4/smcp.min.js';

const begin = async (more: object = {}) => {
  await page.load(SCRIPT);
  const cfg = JSON.stringify({
    organization: account.id,
    appId: 'default',
    product: 'popup',
    mode: 'slide',
    appendTo: 'here',
    width: 300,
    lang: 'en',
    ...more,
  });
  page.run(`initSMCaptcha({ ...${cfg}, onError: (type, error) => record('init', error.code) }, captcha => {
    window.captcha = captcha;
    captcha.onReady(() => { record('ready'); captcha.verify(); });
    captcha.onSuccess(result => record('success', result));
    captcha.onError((type, error) => record('error', error.code));
    captcha.onClose(() => record('close'));
  })`);
};
const pass = async (): Promise<string> => {
  await begin();
  expect(await page.nextCall()).toEqual(['ready']);
  await page.solve();
  const [, result] = (await page.nextCall()) as unknown as ['success', { rid: string; pass: boolean }];
  expect(result.pass).toBe(true);
  return result.rid;
};
const verify = async (rid: string, data: object = {}, accessKey: string = account.secret) =>
  (await running.post('/nextdata/ca/v1/sverify', { accessKey, data: { rid, ip: '127.0.0.1', ...data } }))
    .body as {
    code: number;
    riskLevel?: string;
  };

const PASS = { code: 1100, riskLevel: 'PASS' };
const REJECT = { code: 1100, riskLevel: 'REJECT' };

describe('the slide in a page', () => {
  it('pops up, and its rid is good once', async () => {
    const rid = await pass();
    expect(
      await verify(rid, { expectedMode: 'slide', expectedAppId: 'default', deviceId: 'd' }),
    ).toMatchObject(PASS);
    expect(await verify(rid)).toMatchObject(REJECT);
  });

  it('tells a wrong attempt with pass false and draws the next by itself; is closed', async () => {
    await begin();
    await page.nextCall();
    await page.solve(false);
    const [, wrong] = (await page.nextCall()) as unknown as ['success', { rid: string; pass: boolean }];
    expect(wrong.pass).toBe(false);
    expect(await verify(wrong.rid)).toMatchObject(REJECT);
    await page.until(() => page.says().startsWith('Not quite'));
    page.key('Escape');
    expect(await page.nextCall()).toEqual(['close']);
  });

  it('is embedded, and reset', async () => {
    await begin({ product: 'embed' });
    await page.nextCall();
    expect(page.has('#here svg')).toBe(true);
    await page.solve();
    expect((await page.nextCall())[0]).toBe('success');
    page.run('captcha.reset()');
    await page.solve();
    expect((await page.nextCall())[0]).toBe('success');
  });

  it.each([{ organization: '' }, { product: 'embed', appendTo: 'nowhere' }])('refuses %o', async wrong => {
    await begin(wrong);
    expect(await page.nextCall()).toEqual(['init', 2003]);
  });

  it('refuses an unknown organization', async () => {
    await begin({ organization: 'nobody' });
    expect(await page.nextCall()).toEqual(['error', 2003]);
  });
});

describe("the site's server", () => {
  it.each([
    ['another mode', { expectedMode: 'select' }],
    ['another app', { expectedAppId: 'another' }],
    ['an invented rid', { rid: 'invented' }],
  ])('answers REJECT for %s, and the rid stays good', async (_name, wrong) => {
    const rid = await pass();
    expect(await verify(rid, wrong)).toMatchObject(REJECT);
    expect(await verify(rid)).toMatchObject(PASS);
  });

  it.each([
    [1902, { ip: '' }, account.secret],
    [1902, { rid: '' }, account.secret],
    [9101, {}, 'wrong'],
  ])('is refused %i for %o', async (code, wrong, accessKey) => {
    expect(await verify('x', wrong, accessKey)).toMatchObject({ code });
  });

  it('is refused a body that is none, and a rid that is too old', async () => {
    expect((await running.post('/nextdata/ca/v1/sverify', [])).body).toMatchObject({ code: 1902 });
    const rid = await pass();
    running.advance(10 * 60_000);
    expect(await verify(rid)).toMatchObject(REJECT);
  });
});

describe('trouble', () => {
  it('of the verification leaves the rid good', async () => {
    const rid = await pass();
    await running.post('/control/captcha-nextdata-verify', { mode: 'fail' });
    expect(await verify(rid)).toMatchObject(REJECT);
    await running.post('/control/captcha-nextdata-verify', { mode: 'error', code: '1903' });
    expect(await verify(rid)).toMatchObject({ code: 1903 });
    await running.post('/control/captcha-nextdata-verify', { mode: 'down' });
    await expect(verify(rid)).rejects.toThrow('fetch failed');
    await running.post('/control/captcha-nextdata-verify', { mode: 'slow', delay_ms: 2222 });
    expect(await verify(rid)).toMatchObject(PASS);
    expect(running.waits.at(-1)).toBe(2222);
  });

  it.each([
    ['down', undefined, 2001],
    ['error', '2004', 2004],
  ])('of the challenge: %s', async (mode, code, reported) => {
    await running.post('/control/captcha-nextdata-challenge', { mode, code });
    await begin();
    expect(await page.nextCall()).toEqual(['error', reported]);
  });

  it('of the challenge: a close, a puzzle that cannot be solved; of the script', async () => {
    await running.post('/control/captcha-nextdata-challenge', { mode: 'close' });
    await begin();
    expect(await page.nextCall()).toEqual(['ready']);
    expect(await page.nextCall()).toEqual(['close']);
    await running.post('/control/captcha-nextdata-challenge', { mode: 'fail' });
    await begin();
    await page.nextCall();
    await page.solve();
    expect(await page.nextCall()).toMatchObject(['success', { pass: false }]);
    await running.post('/control/captcha-nextdata-script', { mode: 'error', code: '403' });
    expect(await page.load(SCRIPT)).toBe(false);
  });
});
