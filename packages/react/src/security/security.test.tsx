// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Privacy } from '../account/use-account.ts';
import { answerAccount } from '../account/testing.ts';
import { button, control, fakeServer, press, settle, show, type } from '../testing.tsx';
import { windows } from '../third-party/windows.ts';
import { AccountSecurity } from './security.tsx';

const BARE: Privacy = {
  id: '1',
  phone_number: null,
  email: null,
  username: null,
  has_password: false,
  password_too_common: false,
  oauths: { wechat: true, qq: false },
  deletion_due_at: null,
};
const FULL: Privacy = {
  ...BARE,
  phone_number: '138****8000',
  username: 'mia_lin',
  has_password: true,
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});
async function page(privacy: Privacy, mail = false) {
  const server = fakeServer({ signedIn: true });
  const changed = vi.fn();
  const { box, unmount } = await show(
    server.auth,
    <AccountSecurity here="/account" mail={mail} onPasswordChanged={changed} />,
  );
  close = unmount;
  await answerAccount(server, { privacy });
  await server.of('oauth/providers')[0]?.answer(200, {
    data: [{ provider: 'qq', appid: '101', authorize_url: 'https://qq.example/authorize' }],
  });
  const row = (name: string) => {
    const found = box.querySelector<HTMLElement>(`[data-row=${name}]`);
    if (!found) throw new Error(`no row ${name}`);
    return found;
  };
  const actionOf = (name: string) => row(name).querySelector<HTMLButtonElement>('button');
  const open = async (name: string) => {
    const found = actionOf(name);
    if (!found) throw new Error(`no button in ${name}`);
    await press(found);
  };
  const alerts = () => [...box.querySelectorAll('[role=alert]')].map(one => one.textContent).join('|');
  return { server, box, row, actionOf, open, alerts, changed };
}
const sent = { data: { retry_after: 60, expires_in: 600 } };

test('each row offers what can be done with it', async () => {
  const bare = await page(BARE);
  expect(
    ['phone', 'email', 'username', 'password', 'wechat', 'qq'].map(
      name => bare.actionOf(name)?.getAttribute('aria-label') ?? null,
    ),
  ).toEqual(['绑定手机号', null, '设置用户名', '设置密码', '解绑微信', '绑定 QQ']);
  await close();
  const full = await page(FULL);
  expect(['phone', 'username', 'password'].map(name => full.actionOf(name)?.textContent ?? null)).toEqual([
    '更换',
    null,
    '修改',
  ]);
});

test('a phone is bound where there is none, and the row says what the server says', async () => {
  const { server, box, row, open } = await page(BARE);
  await open('phone');
  expect(document.activeElement).toBe(control(box, 'phone_number'));
  await type(control(box, 'phone_number'), '138 0013 8000');
  await press(button(box, '获取验证码'));
  expect(server.last()?.path).toMatch(/captcha\/phone\/bind$/);
  await server.last()?.answer(200, sent);
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.body).toEqual({ phone_number: '13800138000', captcha: '123456' });
  await server.last()?.answer(200, { data: {} });
  expect(box.textContent).toContain('手机号已绑定。');
  await server.of('privacy')[1]?.answer(200, { data: { ...BARE, phone_number: '138****8000' } });
  expect(row('phone').textContent).toContain('138****8000');
  expect(row('phone').querySelector('form')).toBeNull();
});

test('changing the phone needs the old one before a code is sent; each refusal stands beside its field', async () => {
  const { server, box, open, alerts } = await page(FULL);
  await open('phone');
  await type(control(box, 'phone_number'), '13900139000');
  await press(button(box, '获取验证码'));
  expect(server.of('captcha/phone/change')).toEqual([]);
  expect(document.activeElement).toBe(control(box, 'old_phone_number'));
  await type(control(box, 'old_phone_number'), '13800138001');
  await press(button(box, '获取验证码'));
  expect(server.last()?.body).toEqual({
    phone_number: '13900139000',
    old_phone_number: '13800138001',
    pid: 'school',
  });
  await server.last()?.answer(400, { code: 'AC3_12', msg: 'x' });
  expect(control(box, 'old_phone_number').getAttribute('aria-invalid')).toBe('true');
  expect(alerts()).toContain('这不是账号绑定的手机号');
  await type(control(box, 'old_phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(409, { code: 'AC3_18', msg: 'x' });
  expect(control(box, 'phone_number').getAttribute('aria-invalid')).toBe('true');
  expect(alerts()).toContain('已绑定其他账号');
});

test('a code that was never sent is not asked for as if it had been', async () => {
  const { server, box, open, alerts } = await page(BARE);
  await open('phone');
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box.querySelector('form') ?? box, '绑定手机号'));
  expect(alerts()).toContain('还没有发送验证码');
  expect(server.of('phone/bind')).toEqual([]);
});

test('the username is checked, taken ones are told beside it, and it is set once', async () => {
  const { server, box, row, open, alerts } = await page(BARE);
  await open('username');
  await type(control(box, 'username'), '1abc');
  await press(button(row('username').querySelector('form') ?? box, '设置用户名'));
  expect(alerts()).toContain('用户名不符合要求');
  await type(control(box, 'username'), 'mia_lin');
  await press(button(row('username').querySelector('form') ?? box, '设置用户名'));
  expect(server.last()?.body).toEqual({ username: 'mia_lin' });
  await server.last()?.answer(409, { code: 'AC3_5', msg: 'x' });
  expect(control(box, 'username').getAttribute('aria-invalid')).toBe('true');
  await type(control(box, 'username'), 'admin_01');
  await press(button(row('username').querySelector('form') ?? box, '设置用户名'));
  const data = { field: 'username', refused: true, reason: 'school' };
  await server.last()?.answer(400, { code: 'AC3_44', msg: 'x', data });
  expect(control(box, 'username').getAttribute('aria-invalid')).toBe('true');
  expect(alerts()).toContain('这个名字由学校保留。');
});

test('the first password is written twice and alike', async () => {
  const { server, box, row, open, alerts } = await page(BARE);
  await open('password');
  const submit = () => press(button(row('password').querySelector('form') ?? box, '设置密码'));
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'confirm_password'), 'Tree-house8');
  await submit();
  expect(alerts()).toContain('两次填写的密码不一致');
  expect(server.of('password/setting')).toEqual([]);
  await type(control(box, 'confirm_password'), 'Tree-house9');
  await submit();
  expect(server.last()?.body).toEqual({ password: 'Tree-house9', confirm_password: 'Tree-house9' });
  await server.last()?.answer(200, { data: {} });
  expect(box.textContent).toContain('密码已设置');
});

test('the password is changed by the old one, and the page is told that every session ended', async () => {
  const { server, box, row, open, alerts, changed } = await page(FULL);
  await open('password');
  await type(control(box, 'old_password'), 'old-one');
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'confirm_password'), 'Tree-house9');
  const submit = () => press(button(row('password').querySelector('form') ?? box, '修改密码'));
  await submit();
  await server.last()?.answer(400, { code: 'AC3_8', msg: 'x' });
  expect(control(box, 'old_password').getAttribute('aria-invalid')).toBe('true');
  expect(control(box, 'password').value).toBe('Tree-house9');
  await submit();
  await server.last()?.answer(400, { code: 'RC_201', msg: 'x' });
  expect(control(box, 'password').getAttribute('aria-invalid')).toBe('true');
  expect(alerts()).toContain('过于常见');
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'old_password'), 'old-two');
  await submit();
  await server.last()?.answer(200, { data: {} });
  expect(changed).toHaveBeenCalledOnce();
  expect(server.auth.signedIn()).toBe(false);
});

test('a password that is easy to guess is named in its row', async () => {
  const { row } = await page({ ...FULL, password_too_common: true });
  expect(row('password').textContent).toContain('密码过于常见');
  await close();
  expect((await page(FULL)).row('password').textContent).not.toContain('过于常见');
});

test('the password is changed by a code too, and a number that is not the account’s is told', async () => {
  const { server, box, open, alerts, changed } = await page(FULL);
  await open('password');
  const radio = [...box.querySelectorAll<HTMLInputElement>('[type=radio]')][1];
  if (radio) await press(radio);
  await type(control(box, 'phone_number'), '13800138001');
  await press(button(box, '获取验证码'));
  expect(server.last()?.path).toMatch(/captcha\/password\/update$/);
  await server.last()?.answer(400, { code: 'AC3_12', msg: 'x' });
  expect(control(box, 'phone_number').getAttribute('aria-invalid')).toBe('true');
  expect(alerts()).toContain('这不是账号绑定的手机号');
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, sent);
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.body).toEqual({
    phone_number: '13800138000',
    captcha: '123456',
    password: 'Tree-house9',
  });
  await server.last()?.answer(200, { data: {} });
  expect(changed).toHaveBeenCalledOnce();
});

test('unbinding asks first; the last way in stays, and that is said', async () => {
  const { server, box, row, open, alerts } = await page(BARE);
  await open('wechat');
  expect(server.of('oauth/wechat/unbind')).toEqual([]);
  expect(row('wechat').textContent).toContain('就不能再用微信登录');
  await press(button(row('wechat'), '解绑微信'));
  await server.last()?.answer(403, { code: 'AC3_13', msg: 'x' });
  expect(alerts()).toContain('唯一的登录方式');
  await press(button(row('wechat'), '解绑微信'));
  await server.last()?.answer(200, { data: {} });
  expect(box.textContent).toContain('微信已解绑。');
  await server.of('privacy')[1]?.answer(200, {
    data: { ...BARE, oauths: { wechat: false, qq: false } },
  });
  expect(row('wechat').querySelector('button')).toBeNull();
});

test('binding leaves for the vendor and means to bind, not to sign in', async () => {
  const go = vi.spyOn(windows, 'go').mockImplementation(() => {});
  const { open } = await page(BARE);
  await open('qq');
  expect(go).toHaveBeenCalledOnce();
  expect(decodeURIComponent(document.cookie)).toContain('"intent":"bind"');
});

test('Escape closes a form and gives the focus back to its row', async () => {
  const { row, open } = await page(BARE);
  await open('username');
  const form = row('username').querySelector('form');
  await act(async () => {
    form?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await settle();
  expect(row('username').querySelector('form')).toBeNull();
  await vi.advanceTimersByTimeAsync(50);
  expect(row('username').contains(document.activeElement)).toBe(true);
});

test('an e-mail address is bound by a code, and changed where there is one; only where mail can be sent', async () => {
  const opened = await page(BARE, true);
  const { server, row, open } = opened;
  await open('email');
  expect(row('email').textContent).toContain('邮件中的 6 位数字');
  await type(control(row('email'), 'email'), 'mia@school.example');
  await press(button(row('email'), '获取验证码'));
  expect(server.last()?.body).toEqual({ email: 'mia@school.example', pid: 'school' });
  await server.last()?.answer(409, { code: 'AC3_22', msg: 'x' });
  expect(opened.alerts()).toContain('换一个邮箱');
  await type(control(row('email'), 'email'), 'mia.lin@school.example');
  await press(button(row('email'), '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600, link_digits: '0472' } });
  await type(control(row('email'), 'captcha'), '123456');
  expect(server.last()?.body).toEqual({ email: 'mia.lin@school.example', captcha: '123456' });
  await server.last()?.answer(200, { data: {} });
  expect(opened.box.textContent).toContain('邮箱已绑定');
  await close();
  expect((await page({ ...BARE, email: 'm***@school.example' }, true)).actionOf('email')?.textContent).toBe(
    '更换',
  );
  await close();
  expect((await page(BARE)).actionOf('email')).toBeNull();
});

const askedByLink = async () => {
  const opened = await page(BARE, true);
  const { server, row, open } = opened;
  await open('email');
  await type(control(row('email'), 'email'), 'mia@school.example');
  await press(button(row('email'), '获取验证码'));
  await server.last()?.answer(200, { data: { ...sent.data, link_digits: '0472' } });
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
  return { ...opened, pass, looks: () => server.of('email/bind/link') };
};

test('the page shows the digits, and binds by itself once they were typed on another device', async () => {
  const { server, box, row, pass, looks } = await askedByLink();
  expect(row('email').querySelector('output')?.textContent).toBe('0472');
  expect(row('email').textContent).toContain('mia@school.example');
  await pass(4_000);
  await looks()[0]?.answer(200, { data: { state: 'waiting' } });
  expect(server.of('email/bind')).toEqual([]);
  await pass(4_000);
  // A look that takes long is not followed by another one.
  await pass(8_000);
  expect(looks()).toHaveLength(2);
  await looks()[1]?.answer(500, { code: 'AC3_99', msg: 'x' });
  await pass(4_000);
  await looks()[2]?.answer(200, { data: { state: 'confirmed' } });
  expect(server.of('email/bind')[0]?.body).toEqual({ email: 'mia@school.example' });
  expect(row('email').textContent).toContain('正在绑定');
  await server.of('email/bind')[0]?.answer(200, { data: {} });
  expect(box.textContent).toContain('邮箱已绑定');
  expect(row('email').querySelector('form')).toBeNull();
  await pass(20_000);
  expect(looks()).toHaveLength(3);
});

test('a page that is loaded anew shows the form again, with the digits of the server, and nothing once it is done', async () => {
  const first = await askedByLink();
  await type(control(first.row('email'), 'captcha'), '12');
  const kept = JSON.stringify({ ...sessionStorage });
  expect(kept).toContain('mia@school.example');
  for (const secret of ['0472', '"12"']) expect(kept).not.toContain(secret);
  await close();

  // another account in this tab sees nothing of it
  const other = await page({ ...BARE, id: 'another' }, true);
  expect(other.row('email').querySelector('form')).toBeNull();
  await close();

  const again = await page(BARE, true);
  const { server, row } = again;
  expect(control(row('email'), 'email').value).toBe('mia@school.example');
  expect(control(row('email'), 'captcha').value).toBe('');
  expect(row('email').textContent).toContain('验证码已发送至 m***@school.example');
  expect(row('email').textContent).toMatch(/\d+ 秒后/);
  const link = { email: 'm***@school.example', link_digits: '0472', expires_in: 500 };
  await server.of('email/bind/link')[0]?.answer(200, { data: { state: 'confirmed', ...link } });
  expect(row('email').querySelector('output')?.textContent).toBe('0472');
  await act(async () => vi.advanceTimersByTimeAsync(4_000));
  await server.of('email/bind/link')[1]?.answer(200, { data: { state: 'confirmed', ...link } });
  expect(server.of('email/bind')[0]?.body).toEqual({ email: 'mia@school.example' });
  await server.of('email/bind')[0]?.answer(200, { data: {} });
  await close();
  expect((await page(BARE, true)).row('email').querySelector('form')).toBeNull();
});

test.each([
  ['of another address', { email: 'x***@school.example', link_digits: '0472', expires_in: 500 }],
  ['of a server without digits', {}],
])('a link %s shows no digits after a reload, and the code does', async (_, link) => {
  await askedByLink();
  await close();
  const { server, row } = await page(BARE, true);
  await server.of('email/bind/link')[0]?.answer(200, { data: { state: 'waiting', ...link } });
  expect(row('email').querySelector('output')).toBeNull();
  await type(control(row('email'), 'captcha'), '123456');
  expect(server.of('email/bind')[0]?.body).toEqual({ email: 'mia@school.example', captcha: '123456' });
});

test.each([
  ['given up', async (row: Element) => press(button(row, '取消'))],
  ['over', async () => act(async () => vi.advanceTimersByTimeAsync(660_000))],
])('a form that is %s is not opened again', async (_, end) => {
  const { row } = await askedByLink();
  await end(row('email'));
  await close();
  expect((await page(BARE, true)).row('email').querySelector('form')).toBeNull();
});

test('the number that was typed waits for its code after a reload, too', async () => {
  const { server, row, open } = await page({ ...BARE, phone_number: null });
  await open('phone');
  await type(control(row('phone'), 'phone_number'), '13800138000');
  await press(button(row('phone'), '获取验证码'));
  await server.last()?.answer(200, sent);
  await close();
  const again = await page({ ...BARE, phone_number: null });
  expect(control(again.row('phone'), 'phone_number').value).toBe('13800138000');
  expect(again.row('phone').textContent).toContain('验证码已发送至 138****8000');
});

test('a hidden page does not look, and looks at once when it is shown; nothing looks once the link is over', async () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { row, pass, looks } = await askedByLink();
  await pass(60_000);
  expect(looks()).toEqual([]);
  visible.mockReturnValue('visible');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(looks()).toHaveLength(1);
  await looks()[0]?.answer(200, { data: { state: 'waiting' } });
  visible.mockRestore();
  await pass(540_000);
  await looks()[1]?.answer(200, { data: { state: 'waiting' } });
  const before = looks().length;
  await pass(60_000);
  expect(looks()).toHaveLength(before);
  expect(row('email').textContent).toContain('链接已失效');
});

test('a request that the owner of the address refused says so, and binds nothing', async () => {
  const { server, row, alerts, pass, looks } = await askedByLink();
  await pass(4_000);
  await looks()[0]?.answer(200, { data: { state: 'refused' } });
  expect(alerts()).toContain('并非本人申请');
  expect(row('email').querySelector('output')).toBeNull();
  await pass(60_000);
  expect([looks().length, server.of('email/bind')]).toEqual([1, []]);
});

test('an address that another account has meanwhile is said so beside the link', async () => {
  const { server, alerts, pass, looks } = await askedByLink();
  await pass(4_000);
  await looks()[0]?.answer(200, { data: { state: 'confirmed' } });
  await server.of('email/bind')[0]?.answer(409, { code: 'AC3_22', msg: 'x' });
  expect(alerts()).toContain('换一个邮箱');
});
