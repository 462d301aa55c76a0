// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, settle, show, type } from '../testing.tsx';
import { ConfirmPhone } from './confirm-phone.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

async function confirmed(onTicket: (ticket: string) => void | Promise<void>) {
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, <ConfirmPhone onTicket={onTicket} />);
  close = unmount;
  await type(control(box, 'phone_number'), '138 0013 8000');
  await press(button(box, '获取验证码'));
  expect(server.last()?.path).toMatch(/accounts\/captcha\/common$/);
  expect(server.last()?.body).toMatchObject({ phone_number: '13800138000', pid: 'school' });
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/accounts\/captcha\/common\/check$/);
  await server.last()?.answer(200, { data: { ticket: 't1' } });
  return { server, box };
}

test('a code gets a ticket, which the page hands to its server; the form is busy until that has answered', async () => {
  let answer = () => {};
  const onTicket = vi.fn(() => new Promise<void>(resolve => (answer = resolve)));
  const { box } = await confirmed(onTicket);
  expect(onTicket.mock.calls).toEqual([['t1']]);
  const waiting = box.querySelector('[data-working]');
  expect([waiting?.getAttribute('aria-busy'), waiting?.getAttribute('aria-disabled')]).toEqual([
    'true',
    'true',
  ]);
  answer();
  await settle();
  expect(document.activeElement).toBe(box.querySelector('[data-done]'));
  expect(sessionStorage.getItem('rollcall.draft.confirm-phone')).toBeNull();
});

test("if the site's own server refuses, a message is shown and another code can be sent", async () => {
  const { box } = await confirmed(() => Promise.reject(new Error('no')));
  expect(box.querySelector('[data-done]')).toBeNull();
  expect(box.querySelector('[role=alert]')?.textContent).not.toBe('');
  expect(control(box, 'phone_number').value).not.toBe('');
});
