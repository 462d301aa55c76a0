// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, settle, show, signedIn, type } from '../testing.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { SignIn } from './sign-in.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
  localStorage.clear();
});
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  vi.useRealTimers();
});

async function page(onSignedIn = () => {}, unsigned: readonly object[] = []) {
  const server = fakeServer({ unsigned });
  const { box, unmount } = await show(server.auth, <SignIn signUp="/sign-up" onSignedIn={onSignedIn} />);
  open.push(unmount);
  return { server, box, unmount };
}
const alerts = (box: ParentNode) =>
  [...box.querySelectorAll('[role=alert]')].map(one => one.textContent).join('|');

test('the first field has the focus', async () => {
  const { box } = await page();
  expect(document.activeElement).toBe(control(box, 'identity'));
});

test('by code: it is sent, the slots have the focus, and six figures submit by themselves, once', async () => {
  const arrived = vi.fn();
  const { server, box } = await page(arrived);
  await type(control(box, 'identity'), '+86 138 0013 8000');
  await press(button(box, '获取验证码'));
  expect(server.last()?.body).toEqual({ phone_number: '13800138000', pid: 'school' });
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  expect(document.activeElement).toBe(control(box, 'captcha'));
  await type(control(box, 'captcha'), '12345');
  expect(server.of('accounts/phone/login/silence')).toHaveLength(0);
  await type(control(box, 'captcha'), '１２３ 456');
  expect(control(box, 'captcha').value).toBe('123456');
  const sent = server.requests.filter(one => 'captcha' in one.body);
  expect(sent.map(one => one.body)).toEqual([
    { phone_number: '13800138000', captcha: '123456', pid: 'school', agreement_ids: [-1] },
  ]);
  await press(button(box, '正在登录'));
  await press(button(box, '正在登录'));
  expect(server.requests.filter(one => 'captcha' in one.body)).toHaveLength(1);
  await sent[0]?.answer(200, signedIn);
  // what follows a sign-in is a chunk of its own
  await expect.poll(() => arrived).toHaveBeenCalledOnce();
  await expect.poll(() => box.querySelector('[data-here]')?.textContent).toContain('到！');
  expect(localStorage.getItem('rollcall.last_way')).toBe('code');
  expect(server.auth.signedIn()).toBe(true);
});

test('registered numbers only: the calls that make no account; another number is told so beside its field [7.loginByPhone]', async () => {
  const server = fakeServer();
  const arrived = vi.fn();
  const { box, unmount } = await show(
    server.auth,
    <SignIn signUp="/sign-up" enrol={false} onSignedIn={arrived} />,
  );
  open.push(unmount);
  await type(control(box, 'identity'), '13800138000');
  await press(button(box, '获取验证码'));
  expect(server.last()?.path).toMatch(/captcha\/login\/post-process$/);
  await server.last()?.answer(404, { code: 'AC3_1', msg: 'x' });
  expect(control(box, 'identity').getAttribute('aria-invalid')).toBe('true');
  expect(alerts(box)).toContain('这个手机号还没有注册');
  await type(control(box, 'identity'), '13800138001');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/\/phone\/login\/post-process$/);
  expect(server.last()?.body).toEqual({
    phone_number: '13800138001',
    captcha: '123456',
    pid: 'school',
    agreement_ids: [-1],
  });
  await server.last()?.answer(200, signedIn);
  await expect.poll(() => arrived).toHaveBeenCalledOnce();
  expect(server.of('login/silence')).toEqual([]);
});

test('a code that has expired by the time it is typed is called so; a wrong one is not', async () => {
  const { server, box } = await page();
  await type(control(box, 'identity'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  const mistype = async (digits: string) => {
    await type(control(box, 'captcha'), digits);
    expect(server.last()?.body).toMatchObject({ captcha: digits });
    await server.last()?.answer(400, { code: 'AC3_10', msg: 'x' });
  };
  await mistype('123456');
  expect(alerts(box)).toContain('验证码不正确或已失效');
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  await mistype('123457');
  expect(alerts(box)).toContain('验证码已过期。请重新获取。');
});

test('an e-mail address or a username turns to the password, and back', async () => {
  const { box } = await page();
  const checked = () => box.querySelector<HTMLInputElement>('[name=way]:checked')?.value;
  expect(checked()).toBe('code');
  await type(control(box, 'identity'), 'mia@school.cn');
  expect(checked()).toBe('password');
  expect(box.querySelector<HTMLInputElement>('[name=way][value=code]')?.disabled).toBe(true);
  await type(control(box, 'identity'), '138');
  expect(checked()).toBe('code');
});

test('a wrong password is told beside its field, keeps what was typed, and is cleared by typing', async () => {
  const { server, box } = await page();
  await type(control(box, 'identity'), 'mia_lin');
  await type(control(box, 'password'), 'secret-one');
  await press(button(box, '登录'));
  expect(server.last()?.body).toMatchObject({ identity: 'mia_lin', password: 'secret-one' });
  await server.last()?.answer(400, { code: 'AC3_2', msg: 'no' });
  const field = control(box, 'password');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
  ).toContain('账号或密码不正确。请检查后重试，或重设密码。');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('secret-one');
  await type(field, 'secret-two');
  expect(alerts(box)).not.toContain('账号或密码不正确');
});

test('a locked password is told with what to do, and no challenge is shown for it', async () => {
  const { server, box } = await page();
  await type(control(box, 'identity'), 'mia_lin');
  await type(control(box, 'password'), 'wrong-one');
  await press(button(box, '登录'));
  await server.last()?.answer(429, { code: 'RC_54', msg: 'x', data: { locked: true } });
  expect(box.textContent).toContain('请重设密码，或用手机验证码登录');
  expect(server.of('login')).toHaveLength(1);
});

test('nothing is sent for an empty form, and the first wrong field has the focus', async () => {
  const { server, box } = await page();
  await act(async () => control(box, 'captcha').focus());
  await press(button(box, '登录'));
  expect(server.requests).toHaveLength(0);
  expect(alerts(box)).toContain('请填写手机号');
  expect(document.activeElement).toBe(control(box, 'identity'));
  await type(control(box, 'identity'), '1380013');
  await press(button(box, '获取验证码'));
  expect(server.requests).toHaveLength(0);
  expect(alerts(box)).toContain('手机号不正确');
});

test('slow is said after 3 s; after a time-out the same is tried again at a press', async () => {
  const { server, box } = await page();
  await type(control(box, 'identity'), 'mia_lin');
  await type(control(box, 'password'), 'secret-one');
  await press(button(box, '登录'));
  await act(async () => vi.advanceTimersByTime(2999));
  expect(box.textContent).not.toContain('网络较慢');
  await act(async () => vi.advanceTimersByTime(1));
  expect(box.textContent).toContain('网络较慢');
  await server.last()?.timeOut();
  expect(alerts(box)).toContain('服务器响应超时');
  expect(box.textContent).not.toContain('网络较慢');
  await press(button(box, '重试'));
  expect(server.requests.map(one => one.body.password)).toEqual(['secret-one', 'secret-one']);
});

test('the seconds and the number survive a reload; the password and the code do not', async () => {
  const { server, box, unmount } = await page();
  await type(control(box, 'password'), 'secret-one');
  await type(control(box, 'identity'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '12');
  await act(async () => vi.advanceTimersByTime(20_000));
  open.pop();
  await unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret-one|captcha/);
  const again = await page();
  expect(control(again.box, 'identity').value).toBe('13800138000');
  expect(control(again.box, 'password').value).toBe('');
  expect(button(again.box, '40 秒').disabled).toBe(true);
  await act(async () => vi.advanceTimersByTime(40_000));
  expect(button(again.box, '重新获取').disabled).toBe(false);
});

test('a number that asked a moment ago is held for as long as the server says; another number is not', async () => {
  const { server, box } = await page();
  await type(control(box, 'identity'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(429, { code: 'AC3_16', msg: 'x', data: { retry_after: 33 } });
  expect(button(box, '33 秒').disabled).toBe(true);
  expect(alerts(box)).toContain('请在 33 秒后再试');
  await type(control(box, 'identity'), '13900139000');
  expect(button(box, '获取验证码').disabled).toBe(false);
});

const agreements = [
  { id: 7, code: 'user-agreement', version: 1, title: '用户协议', url: '/a', must_sign: true },
];
beforeEach(() => {
  // jsdom has dialogs without these
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
});
/** The dialog, which is a chunk of its own. */
async function dialogIn(box: ParentNode): Promise<HTMLDialogElement> {
  await expect.poll(() => box.querySelector('dialog')).not.toBeNull();
  await settle();
  return box.querySelector('dialog') as HTMLDialogElement;
}
/** Types number and code of a number without an account, up to the dialog that asks to agree. */
async function enrolling(onSignedIn = () => {}) {
  const shown = await page(onSignedIn);
  const { server, box } = shown;
  await type(control(box, 'identity'), '13800138000');
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.headers['X-Enrol']).toBe('ask');
  await server.last()?.answer(403, { code: 'RC_285', msg: 'x', data: { ticket: 'T'.repeat(43) } });
  const dialog = await dialogIn(box);
  await server.of('accounts/agreements')[0]?.answer(200, { data: agreements });
  return { ...shown, dialog };
}
const tick = (dialog: HTMLElement) =>
  act(async () => dialog.querySelector<HTMLInputElement>('[type=checkbox]')?.click());

test('an unregistered number agrees on the same page, and is enrolled without a password', async () => {
  const arrived = vi.fn();
  const { server, box, dialog } = await enrolling(arrived);
  expect(dialog.textContent).toContain('138****8000');
  await press(button(dialog, '同意并注册'));
  expect(server.of('accounts/phone/enrol')).toEqual([]);
  expect(alerts(dialog)).toContain('协议');
  await tick(dialog);
  await press(button(dialog, '同意并注册'));
  expect(server.last()?.path).toMatch(/accounts\/phone\/enrol$/);
  expect(server.last()?.body).toEqual({ ticket: 'T'.repeat(43), agreement_ids: [7] });
  await server.last()?.answer(200, signedIn);
  expect(arrived).toHaveBeenCalledOnce();
  await expect.poll(() => box.querySelector('[data-here]')).not.toBeNull();
  expect(server.auth.signedIn()).toBe(true);
});

test('where the pid demands a second factor, its set-up follows the enrolment', async () => {
  const { server, box, dialog } = await enrolling();
  await tick(dialog);
  await press(button(dialog, '同意并注册'));
  const data = { ticket: 'S'.repeat(43), methods: [], setup: true };
  await server.last()?.answer(403, { code: 'RC_283', msg: 'x', data });
  await expect.poll(() => box.querySelector('dialog')?.textContent).toContain('验证器应用');
});

test('a password may be set with it; one that breaks the rule is told', async () => {
  const { server, dialog } = await enrolling();
  await tick(dialog);
  await type(control(dialog, 'password'), 'abc');
  await press(button(dialog, '同意并注册'));
  expect(server.of('accounts/phone/enrol')).toEqual([]);
  await type(control(dialog, 'password'), 'Tree-house9');
  await press(button(dialog, '同意并注册'));
  expect(server.last()?.body).toMatchObject({ password: 'Tree-house9', agreement_ids: [7] });
});

test.each([
  [400, 'AC3_19', '操作已超时'],
  [409, 'AC3_0', '这个手机号已注册'],
])('a ticket that was used or is over (%i %s) is told in the dialog', async (status, code, words) => {
  const { server, dialog } = await enrolling();
  await tick(dialog);
  await press(button(dialog, '同意并注册'));
  await server.last()?.answer(status, { code, msg: 'x' });
  expect(alerts(dialog)).toContain(words);
});

test('back from there the number stands in the form, which says what is left to do', async () => {
  const { server, box, dialog } = await enrolling();
  await press(button(dialog, '换个手机号'));
  expect(box.querySelector('dialog')).toBeNull();
  expect(control(box, 'identity').value).toBe('13800138000');
  expect(document.activeElement).toBe(control(box, 'identity'));
  expect(alerts(box)).toContain('这个手机号还没有注册');
  expect(server.of('accounts/phone/enrol')).toEqual([]);
});

test('agreements that are new to the account are asked for before the sign-in counts', async () => {
  const arrived = vi.fn();
  const { server, box } = await page(arrived, agreements);
  await type(control(box, 'identity'), '13800138000');
  await type(control(box, 'captcha'), '123456');
  await server.last()?.answer(200, signedIn);
  const dialog = await dialogIn(box);
  expect(arrived).not.toHaveBeenCalled();
  await press(button(dialog, '同意并继续'));
  expect(server.last()?.body).toEqual({ agreement_ids: [7], pid: 'school' });
  await server.last()?.answer(200, { data: {} });
  expect(arrived).toHaveBeenCalledOnce();
});

test('whoever declines them is signed out, and is told', async () => {
  const arrived = vi.fn();
  const { server, box } = await page(arrived, agreements);
  await type(control(box, 'identity'), 'mia_lin');
  await type(control(box, 'password'), 'secret-one');
  await press(button(box, '登录'));
  await server.last()?.answer(200, signedIn);
  const dialog = await dialogIn(box);
  await press(button(dialog, '不同意，退出登录'));
  await server.of('accounts/logout')[0]?.answer(200, { data: {} });
  expect(box.querySelector('dialog')).toBeNull();
  expect(alerts(box)).toContain('还没有同意协议');
  expect(server.auth.signedIn()).toBe(false);
  expect(arrived).not.toHaveBeenCalled();
});

test.each([
  '+86 138 0013 8000',
  '0086-138-0013-8000',
  '１３８００１３８０００',
  '\u202d138\u20110013\u20118000\u202c',
  '8613800138000',
])('pasted as %j, the number stands without its country code', async pasted => {
  const { box } = await page();
  await type(control(box, 'identity'), pasted);
  expect(control(box, 'identity').value).toBe('13800138000');
  expect(control(box, 'identity').inputMode).toBe('numeric');
  expect(box.textContent?.match(/\+86/g)).toHaveLength(1);
});

test('the last way used on this device is marked and chosen', async () => {
  localStorage.setItem('rollcall.last_way', 'password');
  const { box } = await page();
  expect(box.querySelector<HTMLInputElement>('[name=way]:checked')?.value).toBe('password');
  expect(box.querySelector('[name=way]:checked')?.parentElement?.textContent).toContain('上次使用');
});

test('on a computer that several people use no way is marked, and none is remembered', async () => {
  localStorage.setItem('rollcall.last_way', 'password');
  const server = fakeServer();
  Object.assign(server.auth.params, { sharedDevice: () => true });
  const { box, unmount } = await show(server.auth, <SignIn signUp="/sign-up" />);
  open.push(unmount);
  expect(box.querySelector<HTMLInputElement>('[name=way]:checked')?.value).toBe('code');
  expect(box.textContent).not.toContain('上次使用');
  await type(control(box, 'identity'), '13800138000');
  await type(control(box, 'captcha'), '123456');
  await server.last()?.answer(200, signedIn);
  await expect.poll(() => server.auth.signedIn()).toBe(true);
  expect(localStorage.getItem('rollcall.last_way')).toBe('password');
});

test('leaving the page aborts what is under way', async () => {
  const { server, box, unmount } = await page();
  await type(control(box, 'identity'), 'mia_lin');
  await type(control(box, 'password'), 'secret-one');
  await press(button(box, '登录'));
  open.pop();
  await unmount();
  expect(server.last()?.aborted()).toBe(true);
});

describe('a sign-in that was left before new agreements were accepted', () => {
  const State = () => {
    const { session, newAgreements } = useRollcall();
    return <output>{`${session} ${newAgreements}`}</output>;
  };
  const left = async () => {
    const opened = await page(vi.fn(), agreements);
    await type(control(opened.box, 'identity'), '13800138000');
    await type(control(opened.box, 'captcha'), '123456');
    await opened.server.last()?.answer(200, signedIn);
    await dialogIn(opened.box);
    open.pop();
    await opened.unmount();
    // the page is loaded again, or another one is
    const { box, unmount } = await show(opened.server.auth, <State />);
    open.push(unmount);
    return { server: opened.server, box, dialog: await dialogIn(box) };
  };

  test('is not whole after a reload: any page asks, and counts the session once they are', async () => {
    const { server, box, dialog } = await left();
    expect(box.querySelector('output')?.textContent).toBe('unknown true');
    await press(button(dialog, '同意并继续'));
    await server.of('agreements/sign')[0]?.answer(200, { data: {} });
    expect(box.querySelector('output')?.textContent).toBe('in false');
    expect(box.querySelector('dialog')).toBeNull();
    expect(document.cookie).not.toContain('sign_in_open');
  });

  test('ends where they are declined', async () => {
    const { server, box, dialog } = await left();
    await press(button(dialog, '不同意，退出登录'));
    await server.of('accounts/logout')[0]?.answer(200, { data: {} });
    expect(box.querySelector('output')?.textContent).toBe('out false');
    expect(server.auth.signedIn()).toBe(false);
    expect(document.cookie).not.toContain('sign_in_open');
  });
});
