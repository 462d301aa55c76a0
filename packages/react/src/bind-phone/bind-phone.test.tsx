// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, show, type } from '../testing.tsx';
import { BindPhone } from './bind-phone.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

async function page() {
  const server = fakeServer({ signedIn: true });
  const onBound = vi.fn();
  const { box, unmount } = await show(server.auth, <BindPhone onBound={onBound} />);
  close = unmount;
  await type(control(box, 'phone_number'), '138 0013 8000');
  await press(button(box, '获取验证码'));
  return { server, box, onBound };
}

test('a code proves the number, which is then the account’s', async () => {
  const { server, box, onBound } = await page();
  expect(server.last()?.body).toMatchObject({ phone_number: '13800138000' });
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/accounts\/phone\/bind$/);
  await server.last()?.answer(200, { data: {} });
  expect(onBound).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(box.querySelector('[data-done]'));
  expect(sessionStorage.getItem('rollcall.draft.bind-phone')).toBeNull();
});

test('a number of another account is refused beside its field', async () => {
  const { server, box, onBound } = await page();
  await server.last()?.answer(409, { code: 'AC3_18', msg: 'x' });
  expect(onBound).not.toHaveBeenCalled();
  expect(control(box, 'phone_number').getAttribute('aria-invalid')).toBe('true');
});
