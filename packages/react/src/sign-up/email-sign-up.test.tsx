// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, show, signedIn, type } from '../testing.tsx';
import { EmailSignUp } from './email-sign-up.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});
const EMAIL = 'pupil@school.example';
const agreement = { id: 7, code: 'user-agreement', version: 1, title: '用户协议', url: '/agreements/7' };

async function page() {
  const server = fakeServer();
  const onSignedUp = vi.fn();
  const { box, unmount } = await show(server.auth, <EmailSignUp signIn="/sign-in" onSignedUp={onSignedUp} />);
  close = unmount;
  await server.last()?.answer(200, { data: [agreement] });
  return { server, box, onSignedUp };
}
async function sendCode({ server, box }: Awaited<ReturnType<typeof page>>) {
  await type(control(box, 'email'), ` ${EMAIL} `);
  await press(button(box, '获取验证码'));
  expect(server.last()?.body).toEqual({ email: EMAIL });
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
}
const tick = (box: ParentNode) =>
  act(async () => box.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());

test('a code proves the address, the password is written once, and the agreements are signed', async () => {
  const opened = await page();
  const { server, box, onSignedUp } = opened;
  expect(document.activeElement).toBe(control(box, 'email'));
  await sendCode(opened);
  expect(document.activeElement).toBe(control(box, 'captcha'));
  expect(box.textContent).toContain('p***@school.example');
  await type(control(box, 'captcha'), '123456');
  expect(document.activeElement).toBe(control(box, 'password'));
  await type(control(box, 'password'), 'Tree-house9');
  await tick(box);
  await press(button(box, '同意并注册'));
  expect(server.last()?.body).toEqual({ email: EMAIL, captcha: '123456' });
  await server.last()?.answer(200, { data: { captchaTicket: 'T1' } });
  expect(server.last()?.body).toMatchObject({
    captchaTicket: 'T1',
    password: 'Tree-house9',
    rePassword: 'Tree-house9',
  });
  await server.last()?.answer(200, signedIn);
  expect(onSignedUp).not.toHaveBeenCalled();
  expect(server.last()?.body).toMatchObject({ agreement_ids: [7] });
  await server.last()?.answer(200, { data: {} });
  expect(onSignedUp).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(box.querySelector('[data-here]'));
});

test('every mistake is told beside its field before anything is sent', async () => {
  const { server, box } = await page();
  const before = server.requests.length;
  await type(control(box, 'email'), 'no address');
  await press(button(box, '获取验证码'));
  expect(control(box, 'email').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(control(box, 'email'));
  await press(button(box, '同意并注册'));
  expect(box.querySelectorAll('[aria-invalid=true]')).toHaveLength(4);
  expect(server.requests).toHaveLength(before);
});

test('after a refusal the proof is used again; an address that has an account is shown the way in', async () => {
  const opened = await page();
  const { server, box } = opened;
  await sendCode(opened);
  await type(control(box, 'captcha'), '123456');
  await type(control(box, 'password'), 'Tree-house9');
  await tick(box);
  await press(button(box, '同意并注册'));
  await server.last()?.answer(200, { data: { captchaTicket: 'T1' } });
  await server.last()?.answer(503, {});
  const checks = () => server.of('email/captcha/check').length;
  expect(checks()).toBe(1);
  await press(button(box, '同意并注册'));
  expect(checks()).toBe(1);
  expect(server.last()?.body).toMatchObject({ captchaTicket: 'T1' });
  await server.last()?.answer(409, { code: 'AC3_22', msg: 'x' });
  expect(control(box, 'email').getAttribute('aria-invalid')).toBe('true');
  expect(box.querySelector('[role=alert] a')?.getAttribute('href')).toBe('/sign-in');
});
