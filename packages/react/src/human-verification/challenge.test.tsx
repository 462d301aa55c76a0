// @vitest-environment jsdom
import { CaptchaError, type Verified, verify, type VerifyOptions } from '@rollcall/captcha';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { Challenge } from './challenge.tsx';
import { TICKET_MS } from './use-challenge.ts';

vi.mock('@rollcall/captcha', async original => ({ ...(await original<object>()), verify: vi.fn() }));

let shown: { options: VerifyOptions; pass: (verified: Verified) => void; fail: (error: Error) => void }[];
let close = async () => {};
beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  vi.mocked(verify).mockImplementation(
    options => new Promise((pass, fail) => void shown.push({ options, pass, fail })),
  );
});
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

async function page(onVerified = () => {}) {
  const { box, unmount } = await show(
    fakeServer().auth,
    <Challenge scene="lesson" identity="13800138000" onVerified={onVerified} />,
  );
  close = unmount;
  const begin = async () => {
    await press(button(box, ''));
    await act(() => vi.dynamicImportSettled());
    await settle();
    const last = shown.at(-1);
    if (!last) throw new Error('nothing was shown');
    return last;
  };
  return { box, begin };
}

test('a press asks once; the ticket is handed over, and is good for five minutes', async () => {
  const onVerified = vi.fn();
  const { box, begin } = await page(onVerified);
  const { options, pass } = await begin();
  expect(options).toMatchObject({
    scene: 'lesson',
    identity: '13800138000',
    language: 'zh-CN',
    pid: 'school',
  });
  expect(box.textContent).toContain('正在验证');
  await press(button(box, ''));
  expect(shown).toHaveLength(1);
  await act(async () => pass({ ticket: 't' }));
  await settle();
  expect(onVerified).toHaveBeenCalledExactlyOnceWith({ ticket: 't' });
  expect(box.textContent).toContain('已通过验证');
  await press(button(box, ''));
  expect(shown).toHaveLength(1);
  await act(async () => vi.advanceTimersByTime(TICKET_MS));
  expect(box.textContent).toContain('验证已过期');
  await begin();
  expect(shown).toHaveLength(2);
});

test('a retry gives the focus to the button: its own goes with the message', async () => {
  const { box, begin } = await page();
  const { fail } = await begin();
  await act(async () => fail(new CaptchaError('CaptchaRuleError', 'down')));
  await settle();
  button(box, '重试').focus();
  await press(button(box, '重试'));
  expect(document.activeElement).toBe(box.querySelector('[data-state=checking]'));
});

test('a closed or failed challenge is shown as a message, and another press asks again', async () => {
  const { box, begin } = await page();
  const { fail } = await begin();
  await act(async () => fail(new CaptchaError('CaptchaClosed', 'closed')));
  await settle();
  expect(box.querySelector('[role=alert]')?.textContent).toContain('安全验证已关闭');
  await begin();
  expect(shown).toHaveLength(2);
  expect(box.querySelector('[role=alert]')?.textContent).toBe('');
});
