// @vitest-environment jsdom
import { CaptchaError, type Verified, verify, type VerifyOptions } from '@rollcall/captcha';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SLOW_MS } from '../task/use-task.ts';
import { zhCN } from '../phrases/zh-CN.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { ResetPassword } from '../password-reset/reset-password.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import { SignUp } from '../sign-up/sign-up.tsx';
import { button, control, fakeServer, press, settle, show, signedIn, type } from '../testing.tsx';

vi.mock('@rollcall/captcha', async original => ({ ...(await original<object>()), verify: vi.fn() }));

const NUMBER = '13800138000';
const wanted = { code: 'GCAP_1', msg: 'Invalid Ticket.', data: { rule_required: true } };
const sent = { data: { retry_after: 60, expires_in: 600 } };

interface Shown {
  readonly options: VerifyOptions;
  readonly pass: (verified: Verified) => Promise<void>;
  readonly fail: (error: CaptchaError) => Promise<void>;
}
/** Every challenge that was shown; it waits for the test's hand. */
const shown: Shown[] = [];
const only = (): Shown => {
  const [first, ...others] = shown;
  if (!first || others.length > 0) throw new Error(`${shown.length} challenges`);
  return first;
};

const open: (() => Promise<void>)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
  localStorage.clear();
  shown.length = 0;
  vi.mocked(verify).mockImplementation(
    options =>
      new Promise((resolve, reject) => {
        shown.push({
          options,
          pass: async verified => {
            resolve(verified);
            await settle();
          },
          fail: async error => {
            reject(error);
            await settle();
          },
        });
      }),
  );
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  vi.useRealTimers();
});

test('the device is computed with the call that may be refused, and what is found goes with the challenge [4.fingerprint]', async () => {
  const found = vi.fn(async () => 'dev');
  const device = vi.fn(() => found);
  const server = fakeServer();
  const { unmount, box } = await show(
    server.auth,
    <RollcallProvider auth={server.auth} phrases={zhCN} device={device}>
      <SignIn signUp="/sign-up" onSignedIn={() => {}} />
    </RollcallProvider>,
  );
  open.push(unmount);
  expect(device).toHaveBeenCalled();
  expect(server.requests).toEqual([]);
  await type(control(box, 'identity'), NUMBER);
  expect(found).not.toHaveBeenCalled();
  await press(button(box, '获取验证码'));
  // before the call is refused, and so before the challenge waits for it
  expect(found).toHaveBeenCalledTimes(1);
  await server.last()?.answer(400, wanted);
  await act(() => vi.dynamicImportSettled());
  await settle();
  expect(only().options.deviceId).toBe(found);
});

async function page(children = <SignIn signUp="/sign-up" onSignedIn={() => {}} />) {
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, children);
  open.push(unmount);
  /** Answers the last call, and lets the challenge's chunk come. */
  const refuse = async (status: number, body: unknown) => {
    await server.last()?.answer(status, body);
    await act(() => vi.dynamicImportSettled());
    await settle();
  };
  return { server, box, unmount, refuse };
}
const alerts = (box: ParentNode) =>
  [...box.querySelectorAll('[role=alert]')].map(one => one.textContent).join('|');

async function codeForm() {
  const opened = await page();
  await type(control(opened.box, 'identity'), NUMBER);
  await press(button(opened.box, '获取验证码'));
  await opened.refuse(400, wanted);
  return opened;
}
async function passwordForm(status: number, body: unknown) {
  const opened = await page();
  await type(control(opened.box, 'identity'), 'mia_lin');
  await type(control(opened.box, 'password'), 'secret-one');
  await press(button(opened.box, '登录'));
  await opened.refuse(status, body);
  return opened;
}

test('no verification is asked for where the code is sent at once', async () => {
  const { server, box, refuse } = await page();
  await type(control(box, 'identity'), NUMBER);
  await press(button(box, '获取验证码'));
  await refuse(200, sent);
  expect(server.requests).toHaveLength(1);
  expect(shown).toEqual([]);
});

test('a code: the challenge is about this number and scene, and the call is made once more with the ticket', async () => {
  const { server, box } = await codeForm();
  expect(only().options).toMatchObject({
    identity: NUMBER,
    scene: 'silence',
    language: 'zh-CN',
    pid: 'school',
    product_code: 'p',
    platform: 'web',
    env: 'test',
  });
  expect(server.requests).toHaveLength(1);
  await only().pass({ ticket: 'tick', id: 'vendor-id' });
  expect(server.requests.map(one => one.body)).toEqual([
    { phone_number: NUMBER, pid: 'school' },
    { phone_number: NUMBER, pid: 'school' },
  ]);
  expect(server.requests[0]?.headers).not.toHaveProperty('X-Captcha-Ticket');
  expect(server.last()?.headers).toMatchObject({ 'X-Captcha-Ticket': 'tick', 'X-Captcha-Id': 'vendor-id' });
  await server.last()?.answer(200, sent);
  expect(button(box, '60 秒').disabled).toBe(true);
  expect(document.activeElement).toBe(control(box, 'captcha'));
  expect(alerts(box)).toMatch(/^\|*$/);
});

test('a closed challenge shows a neutral message, keeps the input, and another press asks again', async () => {
  const { server, box, refuse } = await codeForm();
  await only().fail(new CaptchaError('CaptchaClosed', 'closed'));
  expect(alerts(box)).toContain('安全验证已关闭');
  expect(control(box, 'identity').value).toBe(NUMBER);
  expect(server.requests).toHaveLength(1);
  shown.length = 0;
  await press(button(box, '获取验证码'));
  await refuse(400, wanted);
  await only().pass({ ticket: 'tick' });
  expect(server.last()?.headers).toMatchObject({ 'X-Captcha-Ticket': 'tick' });
  expect(server.last()?.headers).not.toHaveProperty('X-Captcha-Id');
  await server.last()?.answer(200, sent);
  expect(alerts(box)).toMatch(/^\|*$/);
});

test('not passed, or refused by a busy server: told so, with the seconds', async () => {
  const { server, box, refuse } = await codeForm();
  await only().fail(new CaptchaError('CaptchaFailed', 'incorrect captcha checking'));
  expect(alerts(box)).toContain('安全验证未通过');
  shown.length = 0;
  await press(button(box, '获取验证码'));
  await refuse(400, wanted);
  await only().fail(new CaptchaError('TooBusy', 'x', { body: { data: { retry_after: 33 } }, status: 429 }));
  expect(alerts(box)).toContain('请在 33 秒后再试');
  expect(server.requests).toHaveLength(2);
});

test('a challenge that failed for want of a network says so, and goes on with the network', async () => {
  const { server, box, refuse } = await codeForm();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await only().fail(new CaptchaError('CaptchaVendorError', 'network'));
  expect(alerts(box)).toContain('无法连接服务器');
  expect(control(box, 'identity').value).toBe(NUMBER);
  online.mockRestore();
  shown.length = 0;
  await press(button(box, '重试'));
  await refuse(400, wanted);
  await only().pass({ ticket: 'tick' });
  await server.last()?.answer(200, sent);
  expect(alerts(box)).toMatch(/^\|*$/);
});

test('a vendor that got no answer is told apart from our server, and the next press tries again', async () => {
  const { box, refuse } = await codeForm();
  const facts = { body: 'https://vendor.example/v.js', unanswered: true };
  await only().fail(new CaptchaError('CaptchaVendorError', 'fatal error occurred', facts));
  expect(alerts(box)).toContain('安全验证加载失败。请重试。');
  shown.length = 0;
  await press(button(box, '重试'));
  await refuse(400, wanted);
  await only().fail(new CaptchaError('CaptchaVendorError', 'some error occurred', { body: 'refused' }));
  expect(alerts(box)).toContain('安全验证未通过');
});

test('a vendor that did not answer in time does not make the page ask whether our server lives', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const server = fakeServer({ host: 'accounts.school.example' });
  const { box, unmount } = await show(server.auth, <SignIn signUp="/sign-up" onSignedIn={() => {}} />);
  open.push(unmount);
  await type(control(box, 'identity'), NUMBER);
  await press(button(box, '获取验证码'));
  await server.last()?.answer(400, wanted);
  await act(() => vi.dynamicImportSettled());
  await settle();
  await only().fail(new CaptchaError('CaptchaVendorTimeout', 'slow', { unanswered: true }));
  expect(alerts(box)).toContain('安全验证加载失败');
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

const limited = { code: 'RC_54', msg: 'x', data: { retry_after: 30 } };
test.each([
  ['获取验证码', NUMBER, '', 400, wanted],
  ['登录', 'mia_lin', 'secret-one', 429, limited],
])('a retry of %s has its focus: the challenge gives it back', async (label, who, password, status, body) => {
  const { server, box, refuse } = await page();
  await type(control(box, 'identity'), who);
  if (password) await type(control(box, 'password'), password);
  const pressed = button(box, label);
  pressed.focus();
  await press(pressed);
  await server.last()?.timeOut();
  button(box, '重试').focus();
  await press(button(box, '重试'));
  await refuse(status, body);
  expect(only().options.identity).toBe(who);
  expect(document.activeElement).toBe(pressed);
});

test('a refused ticket shows a message, and no second challenge follows', async () => {
  const { server, box, refuse } = await codeForm();
  await only().pass({ ticket: 'tick' });
  await refuse(400, { code: 'GCAP_1', msg: 'Invalid Ticket.' });
  expect(only().options.identity).toBe(NUMBER);
  expect(server.requests).toHaveLength(2);
  expect(alerts(box)).toContain('安全验证已过期');
});

test('a resend is guarded as the first one was', async () => {
  const { server, box, refuse } = await codeForm();
  await only().pass({ ticket: 'one' });
  await server.last()?.answer(200, sent);
  await act(async () => vi.advanceTimersByTime(60_000));
  shown.length = 0;
  await press(button(box, '重新获取'));
  expect(server.last()?.headers).not.toHaveProperty('X-Captcha-Ticket');
  await refuse(400, wanted);
  await only().pass({ ticket: 'two' });
  expect(server.last()?.headers).toMatchObject({ 'X-Captcha-Ticket': 'two' });
  await server.last()?.answer(200, sent);
  expect(button(box, '60 秒').disabled).toBe(true);
});

test('the time of a challenge does not count as a slow server; the call after it is timed anew', async () => {
  const { server, box } = await codeForm();
  await act(async () => vi.advanceTimersByTime(10 * SLOW_MS));
  expect(box.textContent).not.toContain('网络较慢');
  expect(button(box, '正在发送').getAttribute('aria-disabled')).toBe('true');
  await only().pass({ ticket: 'tick' });
  await act(async () => vi.advanceTimersByTime(SLOW_MS - 1));
  expect(box.textContent).not.toContain('网络较慢');
  await act(async () => vi.advanceTimersByTime(1));
  expect(box.textContent).toContain('网络较慢');
  await server.last()?.answer(200, sent);
  expect(box.textContent).not.toContain('网络较慢');
});

test('the challenge ends with the page that asked for it', async () => {
  const { unmount } = await codeForm();
  const { signal } = only().options;
  expect(signal?.aborted).toBe(false);
  open.pop();
  await unmount();
  expect(signal?.aborted).toBe(true);
});

test.each([
  ['too many wrong passwords', 429, { code: 'RC_54', msg: 'x', data: { retry_after: 30 } }],
  ['a ticket that is wanted', 400, wanted],
])('the password after %s: a human signs in by the call that takes a ticket', async (_, status, body) => {
  const { server, box } = await passwordForm(status, body);
  expect(only().options).toMatchObject({ identity: 'mia_lin', scene: 'security' });
  await only().pass({ ticket: 'tick' });
  const [first, second] = server.requests;
  expect(second?.path).not.toBe(first?.path);
  expect(second?.path).toContain('security');
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers).toMatchObject({ 'X-Captcha-Ticket': 'tick' });
  await second?.answer(200, signedIn);
  expect(server.auth.signedIn()).toBe(true);
  expect(box.querySelector('[data-here]')?.textContent).toContain('到！');
});

test('the password after a closed challenge is still there, and a wrong one is told beside its field', async () => {
  const { server, box, refuse } = await passwordForm(429, limited);
  await only().fail(new CaptchaError('CaptchaClosed', 'closed'));
  expect(alerts(box)).toContain('安全验证已关闭');
  expect(control(box, 'password').value).toBe('secret-one');
  shown.length = 0;
  await press(button(box, '登录'));
  await refuse(429, limited);
  await only().pass({ ticket: 'tick' });
  await server.last()?.answer(400, { code: 'AC3_2', msg: 'no' });
  expect(control(box, 'password').getAttribute('aria-invalid')).toBe('true');
  expect(control(box, 'password').value).toBe('secret-one');
});

test('a busy server causes no challenge', async () => {
  const { box } = await passwordForm(503, { code: 'RC_54', msg: 'x', data: { retry_after: 5 } });
  expect(shown).toEqual([]);
  expect(alerts(box)).toContain('请在 5 秒后再试');
});

test.each([
  ['register', <SignUp key="a" signIn="/sign-in" onSignedUp={() => {}} />],
  ['reset', <ResetPassword key="b" signIn="/sign-in" signUp="/sign-up" />],
])('the scene of a code for %s', async (scene, form) => {
  const { server, box } = await page(form);
  await type(control(box, 'phone_number'), NUMBER);
  await press(button(box, '获取验证码'));
  const requests = server.requests.filter(one => one.body['phone_number'] === NUMBER);
  expect(requests).toHaveLength(1);
  await requests[0]?.answer(400, wanted);
  await act(() => vi.dynamicImportSettled());
  await settle();
  expect(only().options).toMatchObject({ identity: NUMBER, scene });
});
