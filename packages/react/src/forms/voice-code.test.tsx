// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BindPhone } from '../bind-phone/bind-phone.tsx';
import { ConfirmPhone } from '../confirm-phone/confirm-phone.tsx';
import { GuardianPortal } from '../minors/guardian-portal.tsx';
import { ResetPassword } from '../password-reset/reset-password.tsx';
import { zhCN } from '../phrases/zh-CN.ts';
import { ProofByCode } from '../proof/proof-by-code.tsx';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { SilentSignIn } from '../sign-in/silent-sign-in.tsx';
import { SignUp } from '../sign-up/sign-up.tsx';
import { button, control, fakeServer, press, settle, show, type } from '../testing.tsx';
import { OauthPhone } from '../third-party/oauth-phone.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

async function form(children: ReactNode, voice = true) {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(
    server.auth,
    <RollcallProvider auth={server.auth} phrases={zhCN} voice={voice}>
      {children}
    </RollcallProvider>,
  );
  close = unmount;
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  return { server, box };
}
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

const FORMS: readonly [string, ReactNode, object][] = [
  ['SILENCE', <SilentSignIn key="s" />, {}],
  ['REGISTER', <SignUp key="u" signIn="/sign-in" />, {}],
  ['RESET', <ResetPassword key="r" signIn="/sign-in" signUp="/sign-up" />, {}],
  ['BIND', <BindPhone key="b" />, {}],
  ['COMMON', <ConfirmPhone key="c" onTicket={() => {}} />, {}],
  ['GUARDIAN', <GuardianPortal key="g" />, {}],
  ['OAUTH', <OauthPhone key="o" ticket="t1" onFailed={() => {}} onDone={() => {}} />, { oauth_ticket: 't1' }],
];

test.each(FORMS)(
  '%s: who gets no message can be called once the countdown is over',
  async (kind, children, more) => {
    const { server, box } = await form(children);
    expect(box.textContent).not.toContain('收不到短信');
    await wait(60_000);
    await settle();
    expect(box.textContent).toContain('收不到短信');
    await press(button(box, '接听语音验证码'));
    expect(server.last()?.path).toMatch(/voice\/captcha\/send$/);
    expect(server.last()?.body).toEqual({ phone_number: '13800138000', type: kind, ...more });
    await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
    // the next one, of either kind, has to wait as well
    expect(box.textContent).not.toContain('收不到短信');
  },
);

test('a call that failed is tried again as a call, and its button has the focus', async () => {
  const { server, box } = await form(<SilentSignIn />);
  await wait(60_000);
  await settle();
  button(box, '接听语音验证码').focus();
  await press(button(box, '接听语音验证码'));
  await server.last()?.timeOut();
  const asked = server.requests.length;
  await press(button(box, '重试'));
  expect(server.requests).toHaveLength(asked + 1);
  expect(server.last()?.path).toMatch(/voice\/captcha\/send$/);
  expect(server.last()?.body).toMatchObject({ phone_number: '13800138000', type: 'SILENCE' });
  expect(document.activeElement?.closest('p')?.textContent).toContain('收不到短信');
});

test('nothing is offered where the server cannot call', async () => {
  const { box } = await form(<SilentSignIn />, false);
  await wait(60_000);
  await settle();
  expect(box.textContent).not.toContain('收不到短信');
});

test.each([
  ['phone', '139****9000', true],
  ['email', 'l***@school.example', false],
] as const)('a proof by %s', async (way, to, called) => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(
    server.auth,
    <RollcallProvider auth={server.auth} phrases={zhCN} voice>
      <ProofByCode way={way} to={to} onProved={() => {}} onCancel={() => {}} />
    </RollcallProvider>,
  );
  close = unmount;
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await wait(60_000);
  await settle();
  expect(box.textContent.includes('收不到短信')).toBe(called);
  if (!called) return;
  await press(button(box, '接听语音验证码'));
  expect(server.last()?.path).toMatch(/captcha\/proof$/);
  expect(server.last()?.body).toEqual({ way: 'voice' });
});
