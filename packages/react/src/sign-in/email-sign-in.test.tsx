// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, show, signedIn, type } from '../testing.tsx';
import { EmailSignIn } from './email-sign-in.tsx';
import { SignIn } from './sign-in.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
  localStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});
const EMAIL = 'pupil@school.example';

async function page(onSignedIn = () => {}) {
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, <EmailSignIn signUp="/sign-up" onSignedIn={onSignedIn} />);
  close = unmount;
  return { server, box };
}
async function sendCode({ server, box }: Awaited<ReturnType<typeof page>>) {
  await type(control(box, 'email'), ` ${EMAIL} `);
  await press(button(box, '获取验证码'));
  expect(server.last()?.body).toEqual({ email: EMAIL, pid: 'school' });
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
}

test('a code is sent to the address, and six digits sign in', async () => {
  const arrived = vi.fn();
  const opened = await page(arrived);
  const { server, box } = opened;
  expect(document.activeElement).toBe(control(box, 'email'));
  await sendCode(opened);
  expect(document.activeElement).toBe(control(box, 'captcha'));
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/email\/login$/);
  expect(server.last()?.body).toEqual({
    email: EMAIL,
    captcha: '123456',
    pid: 'school',
    agreement_ids: [-1],
  });
  await server.last()?.answer(200, signedIn);
  // what follows a sign-in is a chunk of its own
  await expect.poll(() => arrived).toHaveBeenCalledOnce();
  expect(server.auth.signedIn()).toBe(true);
  expect(localStorage.getItem('rollcall.last_way')).toBe('email');
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/drafts?[^}]*pupil/);
});

test('a wrong code is refused beside it and typed over', async () => {
  const opened = await page();
  const { server, box } = opened;
  await sendCode(opened);
  await type(control(box, 'captcha'), '000000');
  await server.last()?.answer(400, { code: 'AC3_10', msg: 'x' });
  expect(control(box, 'captcha').getAttribute('aria-invalid')).toBe('true');
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.body).toMatchObject({ captcha: '123456' });
});

test('what was typed is carried over to the form by phone or password, and back', async () => {
  const { server, box } = await page();
  await type(control(box, 'email'), EMAIL);
  await close();
  const other = await show(server.auth, <SignIn signUp="/sign-up" />);
  expect(control(other.box, 'identity').value).toBe(EMAIL);
  await type(control(other.box, 'identity'), 'other@school.example');
  await other.unmount();
  expect(control((await page()).box, 'email').value).toBe('other@school.example');
});

test('a phone number is not carried over to a field for an e-mail address', async () => {
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, <SignIn signUp="/sign-up" />);
  await type(control(box, 'identity'), '13800138000');
  await unmount();
  expect(control((await page()).box, 'email').value).toBe('');
});
