// @vitest-environment jsdom
/** WeChat's QR code where its chunk cannot be loaded. */
import type { ThirdParty } from '@rollcall/contract';
import { afterAll, expect, test, vi } from 'vitest';

// modules of this file alone: the component keeps what its import gave
vi.resetModules();
vi.doMock('./wechat-code.tsx', () => {
  throw new Error('The chunk is gone.');
});
const { button, fakeServer, press, settle, show } = await import('../testing.tsx');
const { ThirdPartyButtons } = await import('./third-party-buttons.tsx');
const { windows } = await import('./windows.ts');

const wechat: ThirdParty = {
  provider: 'wechat',
  appid: 'wx1',
  authorize_url: 'https://wechat.example/connect/qrconnect',
  script_url: 'https://wechat.example/wxLogin.js',
};

let unmount = async () => {};
afterAll(async () => {
  await unmount();
  localStorage.clear();
  vi.doUnmock('./wechat-code.tsx');
  vi.resetModules();
});

test('the page of a person who used WeChat last stays, and leaves after a press of the plain button', async () => {
  localStorage.setItem('rollcall.last_way', 'wechat');
  const { cookie } = document;
  const go = vi.spyOn(windows, 'go').mockImplementation(() => {});
  const server = fakeServer();
  const shown = await show(server.auth, <ThirdPartyButtons returnTo="/lessons/3" open="embedded" />);
  ({ unmount } = shown);
  await server.of('oauth/providers')[0]?.answer(200, { data: [wechat] });
  await vi.dynamicImportSettled();
  await settle();
  expect(go).not.toHaveBeenCalled();
  expect(document.cookie).toBe(cookie);
  await press(button(shown.box, '微信登录'));
  await settle();
  expect(go).toHaveBeenCalledOnce();
  expect(go.mock.calls[0]?.[0]).toContain(wechat.authorize_url);
});
