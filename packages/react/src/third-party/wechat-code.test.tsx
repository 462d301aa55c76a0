// @vitest-environment jsdom
/** WeChat's QR code within the sign-in page: what it leaves in the browser, and where the focus is. */
import type { ThirdParty } from '@rollcall/contract';
import { act, StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { ThirdPartyButtons } from './third-party-buttons.tsx';
import { windows } from './windows.ts';

// a chunk that has come once comes again within `settle`
await import('./wechat-code.tsx');

const wechat: ThirdParty = {
  provider: 'wechat',
  appid: 'wx1',
  authorize_url: 'https://wechat.example/connect/qrconnect',
  script_url: 'https://wechat.example/wxLogin.js',
};

const states = () => document.cookie.match(/rollcall_oauth_[\da-f]{48}/g) ?? [];
const code = (box: ParentNode) => box.querySelector('[id^=wechat]');
const pageEvent = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  act(async () => {
    dispatchEvent(Object.assign(new Event(type), { persisted }));
  });

const open: (() => Promise<void>)[] = [];
beforeEach(() => {
  localStorage.clear();
  for (const name of states()) document.cookie = `${name}=; path=/; max-age=0`;
  localStorage.setItem('rollcall.last_way', 'wechat');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function visit() {
  const server = fakeServer();
  const shown = await show(
    server.auth,
    <StrictMode>
      <ThirdPartyButtons returnTo="/lessons/3" open="embedded" />
    </StrictMode>,
  );
  open.push(shown.unmount);
  for (const request of server.of('oauth/providers')) await request.answer(200, { data: [wechat] });
  await settle();
  expect(code(shown.box)).not.toBeNull();
  return shown;
}

test('a page that shows the code keeps one state, and none once it is left', async () => {
  for (let load = 0; load < 25; load++) {
    await visit();
    expect(states()).toHaveLength(1);
    // the browser drops the document without unmounting it
    await pageEvent('pagehide', false);
    expect(states()).toEqual([]);
  }
});

test('a hidden code keeps no state', async () => {
  const { box } = await visit();
  await press(button(box, '收起二维码'));
  expect(states()).toEqual([]);
});

test('a page that the back button shows again has a new code', async () => {
  await visit();
  const [first] = states();
  await pageEvent('pagehide', true);
  await pageEvent('pageshow', true);
  expect(states()).toHaveLength(1);
  expect(states()).not.toContain(first);
});

test('the state of a page that leaves for the vendor stays', async () => {
  const go = vi.spyOn(windows, 'go').mockImplementation(() => {});
  const { box } = await visit();
  await press(button(box, '在本页打开'));
  await pageEvent('pagehide', false);
  expect(go.mock.calls[0]?.[0]).toContain(states()[0]?.slice(-48));
});

test('the code takes the focus after a press alone, and never scrolls', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  const { box } = await visit();
  expect(document.activeElement).toBe(document.body);
  await press(button(box, '收起二维码'));
  focus.mockClear();
  await press(button(box, '微信登录'));
  await settle();
  expect(document.activeElement?.contains(code(box))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(focus.mock.lastCall).toEqual([{ preventScroll: true }]);
});
