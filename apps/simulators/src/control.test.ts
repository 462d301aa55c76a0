import { request } from 'node:http';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { modesOf, vendorNames, vendorOf } from './conditions.ts';
import { startSimulators } from './start.ts';
import { simulatorsOfFile } from './testing.ts';

const running = await simulatorsOfFile();

const now = async () =>
  JSON.parse((await running.get('/control/vendors')).text) as Record<string, { mode: string }>;
const well = Object.fromEntries(
  vendorNames.map(name => [name, { mode: 'pass', code: null, delay_ms: 3000 }]),
);

describe('the control surface', () => {
  it('sets one vendor, or both services of a cloud, and resets all', async () => {
    expect(await now()).toEqual(well);
    expect(await running.post('/control/qq', { mode: 'slow', delay_ms: 10 })).toEqual({
      status: 200,
      body: { ...well, qq: { mode: 'slow', code: null, delay_ms: 10 } },
    });
    await running.post('/control/tencent', { mode: 'down', code: '503' });
    const after = await now();
    expect([after['tencent-sms']?.mode, after['tencent-voice']?.mode, after['aliyun-sms']?.mode]).toEqual([
      'down',
      'down',
      'pass',
    ]);
    expect((await running.post('/control/reset', {})).body).toEqual(well);
  });

  it('sets one point of a captcha, one captcha, or all; messages of the same clouds stay as they are', async () => {
    const down = async () =>
      Object.entries(await now())
        .filter(([, { mode }]) => mode === 'down')
        .map(([name]) => name);
    await running.post('/control/captcha-tencent-verify', { mode: 'down' });
    expect(await down()).toEqual(['captcha-tencent-verify']);
    await running.post('/control/captcha-netease', { mode: 'down' });
    expect(await down()).toEqual([
      'captcha-tencent-verify',
      'captcha-netease-script',
      'captcha-netease-challenge',
      'captcha-netease-verify',
    ]);
    await running.post('/control/captcha', { mode: 'down' });
    expect(await down()).toHaveLength(17);
    await running.post('/control/captcha', { mode: 'pass' });
    await running.post('/control/aliyun', { mode: 'down' });
    expect(await down()).toEqual(['aliyun-sms', 'aliyun-voice']);
  });

  it.each([
    [400, 'qq', { mode: 'angry' }],
    [400, 'qq', {}],
    [400, 'qq', { mode: 'error' }],
    [400, 'qq', { mode: 'pass', code: {} }],
    [400, 'qq', { mode: 'error', code: '40029' }],
    [400, 'qq', { mode: 'error', code: 'toString' }],
    [400, 'qq', { mode: 'down', code: '200' }],
    [400, 'qq', { mode: 'slow', delay_ms: -1 }],
    [400, 'qq', { mode: 'slow', delay_ms: 'long' }],
    [400, 'aliyun', { mode: 'error', code: 'isv.SMS_TEMPLATE_ILLEGAL' }],
    [400, 'wechat', []],
    [400, 'qq', { mode: 'close' }],
    [400, 'captcha-geetest-verify', { mode: 'close' }],
    [400, 'captcha-geetest', { mode: 'error', code: '62' }],
    [404, 'alipay', { mode: 'pass' }],
  ])('refuses with %i: %s %o, and changes nothing', async (status, vendor, body) => {
    expect(await running.post(`/control/${vendor}`, body)).toEqual({
      status,
      body: { error: expect.any(String) },
    });
    expect(await now()).toEqual(well);
  });

  it('takes every mode and every documented error of every vendor', async () => {
    for (const vendor of vendorNames) {
      const { errors, refusal } = vendorOf(vendor);
      const codes = Object.keys(errors);
      for (const mode of modesOf(vendor)) {
        expect(
          (await running.post(`/control/${vendor}`, { mode, code: mode === 'error' ? codes[0] : undefined }))
            .status,
        ).toBe(200);
      }
      for (const code of codes)
        expect((await running.post(`/control/${vendor}`, { mode: 'error', code })).status).toBe(200);
      if (refusal !== undefined) expect(codes).toContain(refusal);
    }
  });

  it('has a page that works by forms, with a label for every control', async () => {
    const page = new JSDOM((await running.get('/control')).text).window.document;
    expect(page.querySelectorAll('tbody tr')).toHaveLength(vendorNames.length);
    for (const field of page.querySelectorAll('select, input'))
      expect(field.getAttribute('aria-label')).toBeTruthy();
    const form = new URLSearchParams({ mode: 'fail', code: '', delay_ms: '3000' });
    const answer = await fetch(`${running.url}/control/wechat`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/control']);
    expect((await now())['wechat']?.mode).toBe('fail');
  });

  it('is where the root leads people', async () => {
    expect((await running.get('/')).location).toBe('/control');
    expect((await running.get('/aliyun/oss')).status).toBe(404);
    expect((await running.get('/people/nobody.svg')).status).toBe(404);
  });
});

describe('stopping', () => {
  it('does not wait for what is being slow', async () => {
    const simulators = await startSimulators({ config: { port: 0 } });
    const body = JSON.stringify({ mode: 'slow', delay_ms: 120_000 });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${simulators.url}/control/qq`, { method: 'POST', headers, body });
    let settle: (outcome: number | string) => void;
    const outcome = new Promise<number | string>(resolve => {
      settle = resolve;
    });
    await new Promise<void>(resolve => {
      // "100 Continue" says that the server has taken the request in.
      const slow = request(`${simulators.url}/qq/oauth2.0/token`, { headers: { Expect: '100-continue' } });
      slow.on('continue', resolve);
      slow.on('response', response => settle(response.resume().statusCode ?? 0));
      slow.on('error', () => settle('cut'));
      slow.end();
    });
    await simulators.stop();
    expect(await outcome).not.toBe(200);
  });
});
