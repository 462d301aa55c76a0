// @vitest-environment jsdom
/** WeChat's QR code where its chunk cannot be loaded. */
import type { ThirdParty } from '@rollcall/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { ThirdPartyButtons } from './third-party-buttons.tsx';
import { windows } from './windows.ts';

vi.mock('./wechat-code.tsx', () => {
  throw new Error('The chunk is gone.');
});

const wechat: ThirdParty = {
  provider: 'wechat',
  appid: 'wx1',
  authorize_url: 'https://wechat.example/connect/qrconnect',
  script_url: 'https://wechat.example/wxLogin.js',
};

let unmount: (() => Promise<void>) | undefined;
beforeEach(() => localStorage.clear());
afterEach(() => unmount?.());

test('the page of a person who used WeChat last stays, and leaves after a press of the plain button', async () => {
  localStorage.setItem('rollcall.last_way', 'wechat');
  const go = vi.spyOn(windows, 'go').mockImplementation(() => {});
  const server = fakeServer();
  const shown = await show(server.auth, <ThirdPartyButtons returnTo="/lessons/3" open="embedded" />);
  unmount = shown.unmount;
  await server.of('oauth/providers')[0]?.answer(200, { data: [wechat] });
  await vi.waitFor(() => expect(button(shown.box, '微信登录')).toBeTruthy());
  await settle();
  expect(go).not.toHaveBeenCalled();
  expect(document.cookie).not.toContain('rollcall_oauth_');
  await press(button(shown.box, '微信登录'));
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
  expect(go.mock.calls[0]?.[0]).toContain(wechat.authorize_url);
});
