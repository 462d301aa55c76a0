// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dialog, freshPage, settle } from './testing/browser.ts';
import { FakeServer, refusal, success } from './testing/server.ts';
import { type VerifyOptions, verify } from './verify.ts';

let server: FakeServer;
const options = (more: Partial<VerifyOptions> = {}): VerifyOptions => ({
  pid: 'school',
  product_code: 7,
  platform: 'web',
  host: 'https://api.example/',
  identity: '13800000000',
  scene: 'register',
  createRequest: server.createRequest,
  ...more,
});
const answered = (rule: object) => server.on('/captcha/rule/v3', success(rule));
const nothingDrawn = () => expect(dialog()).toBeNull();

beforeEach(() => {
  freshPage();
  server = new FakeServer();
});
afterEach(() => {
  vi.useRealTimers();
});

test('requests the rule as section 7 specifies [4.rule-first 7.getCaptchaRule]', async () => {
  answered({ rule: 'DEFAULT', ticket: 't' });
  await verify(options({ deviceId: async () => 'dev' }));
  expect(server.requests).toEqual([
    {
      url: 'https://api.example/captcha/rule/v3',
      body: {
        identity: '13800000000',
        scene: 'register',
        pid: 'school',
        deviceId: 'dev',
        timestamp: 1_700_000_000,
      },
      headers: { 'Product-Code': '7', Pid: 'school', Platform: 'web', 'Content-Type': 'application/json' },
      withCredentials: true,
      timeout: 20_000,
      aborted: true,
    },
  ]);
});

test('requests it from the main backend if the site uses that [7.getGraphRule]', async () => {
  server.on('/tiger/captcha/graph/rule', success({ rule: 'DEFAULT', ticket: 't' }));
  await verify(
    options({ service: 'main', host: { main: 'https://m.example', platform: 'https://p.example' } }),
  );
  expect(server.requests[0]?.url).toBe('https://m.example/tiger/captcha/graph/rule');
});

test.each([
  [{ domain: '.school.example' }, 'https://platform.school.example'],
  [{ domain: 'school.example', env: 'test' as const }, 'https://test-platform.school.example'],
  [{}, ''],
])('the host by environment and kind: %o', async (more, host) => {
  answered({ rule: 'DEFAULT', ticket: 't' });
  await verify(options({ host: undefined, ...more }));
  expect(server.requests[0]?.url).toBe(`${host}/captcha/rule/v3`);
});

describe('a rule that is no known provider', () => {
  test.each(['DEFAULT', 'NONE', 'constructor', '__proto__', ''])(
    '%j with a ticket: success [4.no-provider]',
    async rule => {
      answered({ rule, ticket: 't', appid: 'a' });
      await expect(verify(options())).resolves.toEqual({ ticket: 't', id: 'a' });
      nothingDrawn();
    },
  );
  test.each([{ rule: 'DEFAULT' }, { rule: 'NONE', ticket: '' }, { ticket: null }, []])(
    '%j without a ticket: failure [4.no-provider 8.incorrect]',
    async rule => {
      answered(rule);
      await expect(verify(options())).rejects.toMatchObject({
        name: 'CaptchaFailed',
        code: 53,
        message: 'incorrect captcha checking',
      });
      nothingDrawn();
    },
  );
});

test.each([
  [refusal(400, '10017001', 'no such rule'), { name: 'CaptchaRuleError', code: 47, message: 'no such rule' }],
  [refusal(429, 'RC_54', 'slow down'), { name: 'TooBusy', code: 54, status: 429, server_code: 'RC_54' }],
  [refusal(400, 'toString', 'odd'), { name: 'Unknown', code: 55, server_code: 'toString' }],
  [
    { status: 502, text: '<html>' },
    { name: 'Unknown', message: 'HTTP 502.', body: '<html>' },
  ],
  [
    { status: 200, text: 'null' },
    { name: 'Unknown', body: null },
  ],
  ['error' as const, { name: 'RequestError', code: 14, message: 'Network error.' }],
  [
    'timeout' as const,
    { name: 'RequestTimeout', code: 13, message: 'ECONNABORTED:timeout of 20000 ms exceeded' },
  ],
])('the rule call answered with %j', async (answer, error) => {
  server.on('/captcha/rule/v3', answer);
  await expect(verify(options())).rejects.toMatchObject(error);
  nothingDrawn();
});

describe('callbacks [4.one-callback]', () => {
  const spies = () => ({ onSuccess: vi.fn(), onFailure: vi.fn(), onClose: vi.fn() });
  test('success [4.pass]', async () => {
    const on = spies();
    answered({ rule: 'DEFAULT', ticket: 't' });
    await verify(options(), on);
    expect(on.onSuccess.mock.calls).toEqual([[{ ticket: 't', id: undefined }]]);
    expect([on.onFailure, on.onClose].flatMap(spy => spy.mock.calls)).toEqual([]);
  });
  test('failure needs no catch', async () => {
    const on = spies();
    answered({ rule: 'DEFAULT' });
    void verify(options(), on);
    await settle();
    expect(on.onFailure.mock.calls).toMatchObject([[{ name: 'CaptchaFailed' }]]);
    expect([on.onSuccess, on.onClose].flatMap(spy => spy.mock.calls)).toEqual([]);
  });
  test('close, by a page that has gone', async () => {
    const on = spies();
    const page = new AbortController();
    server.on('/captcha/rule/v3', 'never');
    void verify(options({ signal: page.signal }), on);
    await settle();
    page.abort();
    await settle();
    expect(on.onClose.mock.calls).toMatchObject([[{ name: 'CaptchaClosed', code: 52 }]]);
    expect([on.onSuccess, on.onFailure].flatMap(spy => spy.mock.calls)).toEqual([]);
    expect(server.requests[0]?.aborted).toBe(true);
  });
});

test('removes its listener from a signal that outlives the verification', async () => {
  answered({ rule: 'DEFAULT', ticket: 't' });
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await verify(options({ signal }));
  expect(added.mock.calls).toHaveLength(1);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

test('a signal that is aborted before causes no request', async () => {
  const signal = AbortSignal.abort();
  await expect(verify(options({ signal }))).rejects.toMatchObject({ name: 'CaptchaClosed' });
  expect(server.requests).toEqual([]);
});

test('a signal that is aborted while the device is read causes no request', async () => {
  const page = new AbortController();
  let tell = (_id: string) => {};
  const deviceId = () => new Promise<string>(resolve => (tell = resolve));
  const outcome = verify(options({ signal: page.signal, deviceId }));
  page.abort();
  await expect(outcome).rejects.toMatchObject({ name: 'CaptchaClosed' });
  tell('late');
  await settle();
  expect(server.requests).toEqual([]);
});
