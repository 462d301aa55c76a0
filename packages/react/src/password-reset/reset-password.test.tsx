// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, settle, show, signedIn, type } from '../testing.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import type { ResetWay } from './use-reset-password.ts';
import { ResetPassword } from './reset-password.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});
async function page(onSignedIn?: () => void, by: readonly ResetWay[] = ['phone']) {
  const server = fakeServer();
  const { box, unmount } = await show(
    server.auth,
    <ResetPassword signIn="/sign-in" signUp="/sign-up" by={by} {...(onSignedIn ? { onSignedIn } : {})} />,
  );
  close = unmount;
  return { server, box };
}
async function prove({ server, box }: Awaited<ReturnType<typeof page>>) {
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/captcha\/password\/check$/);
  await server.last()?.answer(200, { data: { ticket: 'reset-ticket' } });
}
async function choose({ server, box }: Awaited<ReturnType<typeof page>>) {
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'confirm_password'), 'Tree-house9');
  await press(button(box, '保存新密码'));
  await server.last()?.answer(200, { data: {} });
}
const alerts = (box: ParentNode) =>
  [...box.querySelectorAll('[role=alert]')].map(one => one.textContent).join('|');

test('a code proves the number, the password is written twice, and then one signs in', async () => {
  const opened = await page();
  const { server, box } = opened;
  expect(document.activeElement).toBe(control(box, 'phone_number'));
  await prove(opened);
  expect(box.textContent).toContain('第 2 步');
  expect(document.activeElement).toBe(control(box, 'password'));
  expect(control(box, 'username').value).toBe('13800138000');
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'confirm_password'), 'Tree-house');
  await press(button(box, '保存新密码'));
  expect(alerts(box)).toContain('两次填写的密码不一致');
  await type(control(box, 'confirm_password'), 'Tree-house9');
  await press(button(box, '保存新密码'));
  expect(server.last()?.body).toEqual({
    ticket: 'reset-ticket',
    password: 'Tree-house9',
    confirm_password: 'Tree-house9',
  });
  await server.last()?.answer(200, { data: {} });
  expect(box.querySelector('[data-done] a')?.getAttribute('href')).toBe('/sign-in');
  expect(document.activeElement).toBe(box.querySelector('[data-done]'));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('reset-ticket');
});

test('two rules that are broken are told together', async () => {
  const opened = await page();
  const { box } = opened;
  await prove(opened);
  await type(control(box, 'password'), 'short');
  await type(control(box, 'confirm_password'), 'other');
  await press(button(box, '保存新密码'));
  expect(alerts(box)).toContain('密码不符合要求');
  expect(alerts(box)).toContain('两次填写的密码不一致');
});

test('an unregistered number is shown the way to sign up', async () => {
  const { server, box } = await page();
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(404, { code: 'AC3_1', msg: 'x' });
  expect(box.querySelector('[role=alert] a')?.getAttribute('href')).toBe('/sign-up');
});

test('a reload goes on at the second step; a ticket that is no longer good starts over', async () => {
  await prove(await page());
  await close();
  const { server, box } = await page();
  expect(box.textContent).toContain('第 2 步');
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'confirm_password'), 'Tree-house9');
  await press(button(box, '保存新密码'));
  await server.last()?.answer(400, { code: 'AC3_19', msg: 'x' });
  expect(alerts(box)).toContain('操作已超时');
  await press(button(box, '重新开始'));
  expect(box.textContent).toContain('第 1 步');
  expect(control(box, 'phone_number').value).toBe('');
});

test('a wrong code is refused beside its field and can be typed over', async () => {
  const { server, box } = await page();
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '000000');
  await server.last()?.answer(400, { code: 'AC3_10', msg: 'x' });
  expect(control(box, 'captcha').getAttribute('aria-invalid')).toBe('true');
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.body).toEqual({ phone_number: '13800138000', captcha: '123456' });
});

test('a page that asks for it signs the person in with the new password', async () => {
  const onReset = vi.fn();
  const opened = await page(onReset);
  const { server, box } = opened;
  await prove(opened);
  await choose(opened);
  expect(server.last()?.path).toMatch(/\/login$/);
  expect(server.last()?.body).toMatchObject({ identity: '13800138000', password: 'Tree-house9' });
  expect(onReset).not.toHaveBeenCalled();
  await server.last()?.answer(200, signedIn);
  expect(onReset).toHaveBeenCalledOnce();
  expect(server.auth.signedIn()).toBe(true);
  expect(document.activeElement).toBe(box.querySelector('[data-here]'));
});

test('an agreement that is new is asked for after it is said that the password has changed', async () => {
  const server = fakeServer({
    unsigned: [{ id: 7, code: 'terms', version: 2, title: '用户协议', url: '/agreements/7' }],
  });
  const onReset = vi.fn();
  const reset = <ResetPassword signIn="/sign-in" signUp="/sign-up" onSignedIn={onReset} />;
  const { box, unmount } = await show(server.auth, reset);
  close = unmount;
  await prove({ server, box });
  await choose({ server, box });
  expect(box.querySelector('[data-done]')?.textContent).toContain('密码已更改');
  await server.of('/login')[0]?.answer(200, signedIn);
  await settle();
  expect(box.querySelector('dialog')?.textContent).toContain('密码已更改。');
  // the form that is spent is not there, and a reload does not bring it back
  expect(box.querySelector('[name=password]')).toBeNull();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('reset-ticket');
  expect(onReset).not.toHaveBeenCalled();
  await press(button(box, '同意并继续'));
  await server.of('agreements/sign')[0]?.answer(200, { data: {} });
  expect(onReset).toHaveBeenCalledOnce();
});

test('if that sign-in is refused, the password has changed and the page leads to the sign-in', async () => {
  const onReset = vi.fn();
  const opened = await page(onReset);
  const { server, box } = opened;
  await prove(opened);
  await choose(opened);
  await server.last()?.answer(400, { code: 'GCAP_1', msg: 'x', data: { rule_required: true } });
  expect(box.querySelector('[data-done] a')?.getAttribute('href')).toBe('/sign-in');
  expect(onReset).not.toHaveBeenCalled();
});

const EMAIL = 'pupil@school.example';

test('by e-mail: a code proves the address, and the person is signed in with the new password', async () => {
  const arrived = vi.fn();
  const opened = await page(arrived, ['phone', 'email']);
  const { server, box } = opened;
  await press(button(box, '用邮箱重设'));
  expect(box.textContent).toContain('验证邮箱');
  await type(control(box, 'email'), EMAIL);
  await press(button(box, '获取验证码'));
  expect(server.last()?.path).toMatch(/email\/captcha\/password\/reset$/);
  expect(server.last()?.body).toEqual({ email: EMAIL, pid: 'school' });
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/email\/captcha\/password\/check$/);
  expect(server.last()?.body).toEqual({ email: EMAIL, captcha: '123456' });
  await server.last()?.answer(200, { data: { ticket: 'reset-ticket' } });
  expect(control(box, 'username').value).toBe(EMAIL);
  await choose(opened);
  expect(server.last()?.body).toMatchObject({ identity: EMAIL, password: 'Tree-house9' });
  await server.last()?.answer(200, signedIn);
  expect(arrived).toHaveBeenCalledOnce();
});

test('without mail the way by e-mail is not offered, without text messages no other', async () => {
  expect((await page()).box.textContent).not.toContain('用邮箱重设');
  await close();
  const { box } = await page(undefined, ['email']);
  expect(control(box, 'email')).toBeDefined();
  expect(box.textContent).not.toContain('用手机号重设');
});

test('an address that was typed to sign in opens the way by e-mail with it', async () => {
  const { auth } = fakeServer();
  const signIn = await show(auth, <SignIn signUp="/sign-up" />);
  await type(control(signIn.box, 'identity'), EMAIL);
  await signIn.unmount();
  const { box } = await page(undefined, ['phone', 'email']);
  expect(control(box, 'email').value).toBe(EMAIL);
  await press(button(box, '用手机号重设'));
  expect(control(box, 'phone_number').value).toBe('');
});

test('the link of the school opens the new password as the only step; one that is over leads to a code', async () => {
  const server = fakeServer();
  const onLinkOver = vi.fn();
  const linked = (
    <ResetPassword signIn="/sign-in" signUp="/sign-up" ticket="link-ticket-0001" onLinkOver={onLinkOver} />
  );
  const { box, unmount } = await show(server.auth, linked);
  close = unmount;
  expect(box.textContent).toContain('设置新密码');
  expect(box.textContent).not.toMatch(/第 . 步/);
  await type(control(box, 'password'), 'Tree-house9');
  await type(control(box, 'confirm_password'), 'Tree-house9');
  await press(button(box, '保存新密码'));
  expect(server.last()?.body).toMatchObject({ ticket: 'link-ticket-0001' });
  await server.last()?.answer(400, { code: 'AC3_19', msg: 'x' });
  expect(alerts(box)).toContain('链接已失效。请用验证码重设，或请学校重新发送。');
  expect(onLinkOver).not.toHaveBeenCalled();
  await press(button(box, '重新开始'));
  expect(onLinkOver).toHaveBeenCalledOnce();
  expect(box.textContent).toContain('第 1 步，共 2 步');
  expect(control(box, 'phone_number').value).toBe('');
});
