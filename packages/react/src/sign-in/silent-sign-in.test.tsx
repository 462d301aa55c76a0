// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, show, signedIn, type } from '../testing.tsx';
import { SilentSignIn } from './silent-sign-in.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

const agreements = [
  { id: 7, code: 'user-agreement', version: 1, title: '用户协议', url: '/a', must_sign: true },
];
async function form() {
  const server = fakeServer();
  const onSignedIn = vi.fn();
  const { box, unmount } = await show(server.auth, <SilentSignIn onSignedIn={onSignedIn} />);
  close = unmount;
  await server.of('accounts/agreements')[0]?.answer(200, { data: agreements });
  return { server, box, onSignedIn };
}

test('signs in by a code and says whether the account is new', async () => {
  const { server, box, onSignedIn } = await form();
  await type(control(box, 'phone_number'), '138 0013 8000');
  await press(button(box, '获取验证码'));
  expect(server.last()?.path).toMatch(/accounts\/captcha\/login\/silence$/);
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await act(async () => box.querySelector<HTMLInputElement>('[type=checkbox]')?.click());
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/accounts\/phone\/login\/silence$/);
  expect(server.last()?.body).toMatchObject({
    phone_number: '13800138000',
    agreement_ids: [7],
    pid: 'school',
  });
  const { auth } = signedIn.data;
  await server.last()?.answer(200, { data: { auth: { ...auth, created: true } } });
  expect(onSignedIn.mock.calls).toEqual([[true]]);
  expect(server.auth.signedIn()).toBe(true);
});

test('says whether the account is new after a second step too', async () => {
  const { server, box, onSignedIn } = await form();
  await type(control(box, 'phone_number'), '138 0013 8000');
  await act(async () => box.querySelector<HTMLInputElement>('[type=checkbox]')?.click());
  await type(control(box, 'captcha'), '123456');
  const ticket = 's'.repeat(43);
  const data = { ticket, methods: ['totp'] };
  await server.of('login/silence')[0]?.answer(403, { code: 'RC_283', msg: 'x', data });
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.advanceTimersByTimeAsync(100));
  const dialog = document.querySelector('dialog');
  if (!dialog) throw new Error('No dialog asks for the second step.');
  await type(control(dialog, 'captcha'), '654321');
  expect(server.last()?.body).toMatchObject({ ticket, proof: { method: 'totp', code: '654321' } });
  await server.last()?.answer(200, { data: { auth: { ...signedIn.data.auth, created: true } } });
  expect(onSignedIn.mock.calls).toEqual([[true]]);
});

test('makes no account before the agreements are accepted', async () => {
  const { server, box, onSignedIn } = await form();
  await type(control(box, 'phone_number'), '138 0013 8000');
  await type(control(box, 'captcha'), '123456');
  await act(async () => box.querySelector<HTMLButtonElement>('[type=submit]')?.click());
  expect(server.of('phone/login/silence')).toEqual([]);
  expect(box.textContent).toContain('协议');
  expect(onSignedIn).not.toHaveBeenCalled();
});
