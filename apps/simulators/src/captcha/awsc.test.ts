import RpcClient from '@alicloud/pop-core';
import { describe, expect, it } from 'vitest';
import { defaults } from '../config.ts';
import { simulatorsOfFile } from '../testing.ts';
import { pageOfEachTest } from './testing.ts';

const running = await simulatorsOfFile();
const page = pageOfEachTest(running);

const key = defaults.aliyun[0] ?? { id: '', secret: '' };
const appkey = defaults.awscAppKeys[0] ?? '';
const SCRIPT = '/awsc/AWSC/AWSC/awsc.js';

interface Passed {
  readonly sessionId: string;
  readonly sig: string;
  readonly token: string;
}

const begin = async (more: object = {}, module = 'nc') => {
  await page.load(SCRIPT);
  const cfg = JSON.stringify({
    appkey,
    scene: 'nc_login',
    renderTo: '#here',
    language: 'en',
    width: 300,
    ...more,
  });
  page.run(`AWSC.use('${module}', (state, module) => {
    record(state);
    if (module) window.captcha = module.init({ ...${cfg}, success: given => record('success', given), fail: code => record('fail', code), error: code => record('error', code) });
  })`);
};
const ready = () => page.until(() => page.says().startsWith('Arrow'));
const pass = async (): Promise<Passed> => {
  await begin();
  expect(await page.nextCall()).toEqual(['loaded']);
  await ready();
  page.key('End');
  const [, passed] = await page.nextCall();
  return passed as Passed;
};

const authenticate = (
  { sessionId, sig, token }: Passed,
  more: Record<string, string> = {},
  { secret = key.secret, codes = [100], path = '/aliyun/afs', version = '2018-01-12' } = {},
) =>
  new RpcClient({
    accessKeyId: key.id,
    accessKeySecret: secret,
    endpoint: running.url + path,
    apiVersion: version,
    ...({ codes } as object),
  }).request(
    'AuthenticateSig',
    {
      SessionId: sessionId,
      Sig: sig,
      Token: token,
      Scene: 'nc_login',
      AppKey: appkey,
      RemoteIp: '127.0.0.1',
      ...more,
    },
    { method: 'POST' },
  );

describe('the slider in a page', () => {
  it('is dragged to its end, and AuthenticateSig passes it through the official client, once [4.official-clients]', async () => {
    const passed = await pass();
    expect(page.has('[role=dialog], svg')).toBe(false);
    expect(page.says()).toBe('Passed');
    expect(await authenticate(passed)).toMatchObject({ Code: 100, Msg: 'success' });
    await expect(authenticate(passed)).rejects.toMatchObject({ data: { Code: 900 } });
  });

  it('makes the official client throw on success where it was not given the code', async () => {
    await expect(authenticate(await pass(), {}, { codes: [] })).rejects.toMatchObject({
      data: { Code: 100 },
    });
  });

  it('is verified at the root too, for a client that takes nothing but host and port', async () => {
    expect(await authenticate(await pass(), {}, { path: '' })).toMatchObject({ Code: 100 });
  });

  it('springs back where it is let go too early, by pointer; the end counts', async () => {
    await begin();
    await page.nextCall();
    await ready();
    page.drag(100);
    expect(page.find('[role=slider]')?.getAttribute('aria-valuenow')).toBe('0');
    page.drag(216);
    expect((await page.nextCall())[0]).toBe('success');
  });

  it('is hidden, shown, and reset for another pass', async () => {
    const first = await pass();
    page.run('captcha.hide(); captcha.show(); captcha.reset()');
    await ready();
    page.key('End');
    const [, second] = (await page.nextCall()) as unknown as ['success', Passed];
    expect(second.token).not.toBe(first.token);
    expect(await authenticate(second)).toMatchObject({ Code: 100 });
  });

  it('is behind a button as ic; another module fails', async () => {
    await begin({}, 'ic');
    await page.nextCall();
    await page.until(() => page.has('#here button'));
    expect(page.has('[role=slider]')).toBe(false);
    page.find('#here button')?.click();
    expect(page.focus?.getAttribute('role')).toBe('slider');
    await ready();
    page.key('End');
    expect((await page.nextCall())[0]).toBe('success');
    await begin({}, 'other');
    expect(await page.nextCall()).toEqual(['fail']);
  });

  it.each([
    ['400', { scene: 'unknown' }],
    ['400', { appkey: 'unknown' }],
    ['renderTo', { renderTo: '#nowhere' }],
  ])('tells error %s for %o', async (code, wrong) => {
    await begin(wrong);
    await page.nextCall();
    expect(await page.nextCall()).toEqual(['error', code]);
  });
});

describe("the site's server", () => {
  it.each([
    [900, { Sig: 'forged' }],
    [900, { SessionId: 'forged' }],
    [900, { Token: 'forged' }],
    [900, { Scene: 'nc_register' }],
    [400, { Scene: 'unknown' }],
    [400, { AppKey: 'unknown' }],
    ['MissingRemoteIp', { RemoteIp: '' }],
  ])('is refused %s for %o, and the pass stays good', async (Code, wrong) => {
    const passed = await pass();
    await expect(authenticate(passed, wrong)).rejects.toMatchObject({ data: { Code } });
    expect(await authenticate(passed)).toMatchObject({ Code: 100 });
  });

  it('is refused with a wrong secret or version, and what is too old', async () => {
    const passed = await pass();
    await expect(authenticate(passed, {}, { secret: 'wrong' })).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    await expect(authenticate(passed, {}, { version: '2017-05-25' })).rejects.toMatchObject({
      code: 'InvalidVersion',
    });
    running.advance(10 * 60_000);
    await expect(authenticate(passed)).rejects.toMatchObject({ data: { Code: 900 } });
  });
});

describe('trouble', () => {
  it('of the verification leaves the pass good, and the message gateways alone', async () => {
    const passed = await pass();
    await running.post('/control/captcha-aliyun-verify', { mode: 'fail' });
    await expect(authenticate(passed)).rejects.toMatchObject({
      data: { Code: 900, Msg: expect.any(String) },
    });
    await running.post('/control/captcha-aliyun-verify', { mode: 'error', code: 'ServiceUnavailable' });
    await expect(authenticate(passed)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    await running.post('/control/captcha-aliyun-verify', { mode: 'down' });
    await expect(authenticate(passed)).rejects.toThrow();
    await running.post('/control/aliyun', { mode: 'down' });
    await running.post('/control/captcha-aliyun-verify', { mode: 'slow', delay_ms: 3333 });
    expect(await authenticate(passed)).toMatchObject({ Code: 100 });
    expect(running.waits.at(-1)).toBe(3333);
  });

  it.each([
    ['down', undefined, '500'],
    ['error', '300', '300'],
  ])('of the challenge: %s', async (mode, code, reported) => {
    await running.post('/control/captcha-aliyun-challenge', { mode, code });
    await begin();
    await page.nextCall();
    expect(await page.nextCall()).toEqual(['error', reported]);
  });

  it('of the challenge: a slider that cannot be passed, until it is retried', async () => {
    await running.post('/control/captcha-aliyun-challenge', { mode: 'fail' });
    await begin();
    await page.nextCall();
    await ready();
    page.key('End');
    expect(await page.nextCall()).toEqual(['fail', 300]);
    await running.post('/control/reset', {});
    page.find('#here button')?.click();
    await ready();
    page.key('End');
    expect((await page.nextCall())[0]).toBe('success');
  });

  it('of the script: not there, without its global, or without its module', async () => {
    await running.post('/control/captcha-aliyun-script', { mode: 'down' });
    expect(await page.load(SCRIPT)).toBe(false);
    await running.post('/control/captcha-aliyun-script', { mode: 'fail' });
    await page.load(SCRIPT);
    expect(page.run('typeof AWSC')).toBe('undefined');
    await running.post('/control/captcha-aliyun-script', { mode: 'pass' });
    await page.load(SCRIPT);
    await running.post('/control/captcha-aliyun-script', { mode: 'down' });
    page.run("AWSC.use('nc', state => record(state))");
    expect(await page.nextCall()).toEqual(['fail']);
  });
});
