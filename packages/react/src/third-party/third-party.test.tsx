// @vitest-environment jsdom
import { beginThirdParty } from '@rollcall/account';
import type { ThirdParty } from '@rollcall/contract';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, settle, show, signedIn, type } from '../testing.tsx';
import { en as english } from '../phrases/en.ts';
import type { Phrases } from '../phrases/phrases.ts';
import { zhCN } from '../phrases/zh-CN.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { ThirdPartyPending } from './third-party-pending.tsx';
import { thirdPartyWords } from './words.ts';
import { ThirdPartyButtons } from './third-party-buttons.tsx';
import { ThirdPartyFinish } from './third-party-finish.tsx';
import { ThirdPartyReturn } from './third-party-return.tsx';
import { ANSWER_MS, handOver, stateOf, windows } from './windows.ts';

const HERE = location.origin;
const wechat: ThirdParty = {
  provider: 'wechat',
  appid: 'wx1',
  authorize_url: 'https://wechat.example/connect/qrconnect',
  script_url: 'https://wechat.example/wxLogin.js',
};
const qq: ThirdParty = {
  provider: 'qq',
  appid: '101',
  authorize_url: 'https://qq.example/oauth2.0/authorize',
};

/** All channels of a page, told of each other's messages immediately. */
class Channel extends EventTarget {
  static open = new Set<Channel>();
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open)
      if (other !== this && other.name === this.name)
        queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data })));
  }
  close() {
    Channel.open.delete(this);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('BroadcastChannel', Channel);
  sessionStorage.clear();
  localStorage.clear();
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
});
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  Channel.open.clear();
  vi.useRealTimers();
});
const alerts = (box: ParentNode) =>
  [...box.querySelectorAll('[role=alert]')].map(one => one.textContent).join('|');

async function buttons(props: Partial<Parameters<typeof ThirdPartyButtons>[0]> = {}, list = [wechat, qq]) {
  const server = fakeServer();
  const { box, unmount } = await show(server.auth, <ThirdPartyButtons returnTo="/lessons/3" {...props} />);
  open.push(unmount);
  await server.of('oauth/providers')[0]?.answer(200, { data: list });
  const go = vi.spyOn(windows, 'go').mockImplementation(() => {});
  return { server, box, go, unmount };
}
/** Goes to the vendor as the buttons do; gives the address that the vendor sends back to. */
async function begin(answer: string, provider: 'wechat' | 'qq' = 'wechat') {
  const { box, go, unmount } = await buttons();
  await press(button(box, provider === 'wechat' ? '微信登录' : 'QQ 登录'));
  const url = new URL(go.mock.calls[0]?.[0] ?? '');
  open.pop();
  await unmount();
  return `${url.searchParams.get('redirect_uri')}?${answer}state=${url.searchParams.get('state')}`;
}
async function finish(
  address: string,
  options: { provider?: 'wechat' | 'qq'; signedIn?: boolean; as?: typeof ThirdPartyReturn } = {},
) {
  const { provider = 'wechat', as: Finish = ThirdPartyFinish } = options;
  const server = fakeServer({ signedIn: options.signedIn ?? false });
  const arrived = vi.fn();
  const { box, unmount } = await show(
    server.auth,
    <Finish
      provider={provider}
      address={address}
      home="/account"
      signIn="/sign-in"
      onSignedIn={arrived}
      onBound={arrived}
    />,
  );
  open.push(unmount);
  return { server, box, arrived, unmount };
}

test('what is configured is drawn; where nothing is, nothing is', async () => {
  const { box } = await buttons();
  expect([...box.querySelectorAll('button')].map(one => one.textContent)).toEqual(['微信登录', 'QQ 登录']);
  const none = await buttons({}, []);
  expect(none.box.textContent).toBe('');
});

test('the same window goes to the vendor, once, and can go again after the back button', async () => {
  const { box, go } = await buttons();
  await press(button(box, '微信登录'));
  await press(button(box, '正在打开'));
  await press(button(box, 'QQ 登录'));
  expect(go).toHaveBeenCalledOnce();
  const url = new URL(go.mock.calls[0]?.[0] ?? '');
  expect(url.origin + url.pathname).toBe(wechat.authorize_url);
  expect(url.searchParams.get('redirect_uri')).toBe(`${HERE}/oauth/wechat`);
  expect(url.searchParams.get('appid')).toBe('wx1');
  await act(async () => {
    dispatchEvent(new Event('pagehide'));
  });
  await settle();
  await press(button(box, '微信登录'));
  expect(go).toHaveBeenCalledTimes(2);
});

test('the way last used on this device is marked', async () => {
  localStorage.setItem('rollcall.last_way', 'qq');
  const { box } = await buttons();
  expect(button(box, 'QQ').textContent).toContain('上次使用');
  // the style sheet draws it first
  expect([...box.querySelectorAll('[data-last]')]).toEqual([button(box, 'QQ')]);
});

test('names that are filled in have a space beside Chinese where they are Latin', () => {
  const { failures, bindTitle, confirmNamed, phoneLead } = thirdPartyWords['zh-CN'];
  expect(failures.denied.what('QQ')).toBe('你已取消 QQ 登录。');
  expect(failures.denied.what('微信')).toBe('你已取消微信登录。');
  expect(bindTitle('QQ')).toBe('绑定 QQ');
  expect(confirmNamed('QQ', '小a明', 'mia')).toBe('将 QQ 账号“小a明”绑定到账号 mia 吗？');
  expect(phoneLead('微信')).toMatch(/^微信授权成功。/);
});

test('a bound identity is signed in and goes back to where it came from', async () => {
  const { server, box, arrived } = await finish(await begin('code=c1&'));
  expect(server.last()?.path).toMatch(/oauth\/wechat$/);
  expect(server.last()?.body).toEqual({ code: 'c1', appid: 'wx1', pid: 'school', agreement_ids: [-1] });
  await server.last()?.answer(200, signedIn);
  expect(box.querySelector('[data-here]')).not.toBeNull();
  expect(arrived).toHaveBeenCalledExactlyOnceWith('/lessons/3');
  expect(localStorage.getItem('rollcall.last_way')).toBe('wechat');
});

test('QQ gets the redirect URI that it sent back to', async () => {
  const { server } = await finish(await begin('code=c1&', 'qq'), { provider: 'qq' });
  expect(server.last()?.body).toMatchObject({
    code: 'c1',
    appid: '101',
    redirect_uri: `${HERE}/oauth/qq`,
  });
});

const ENDS: readonly [string, string, readonly [number, unknown] | undefined, string][] = [
  ['denied', '', undefined, '你已取消微信登录'],
  ['refused', 'code=used&', [400, { code: 'C_2', msg: 'x' }], '可能链接已用过'],
  ['snapshot', 'code=c&', [400, { code: 'C_2', msg: 'x', data: { snapshot: true } }], '以快照方式打开了本页'],
  ['down', 'code=c&', [400, { code: 'C_2', msg: 'x', data: { retry_after: 60 } }], '暂时没有响应'],
  ['blocked', 'code=c&', [403, { code: 'AC3_20', msg: 'x' }], '账号已被停用'],
];

test.each(ENDS)('%s ends in words and a way on', async (end, answer, refusal, words) => {
  const { server, box, arrived } = await finish(await begin(answer));
  if (refusal) await server.last()?.answer(...refusal);
  const message = box.querySelector('[data-end]');
  expect(message?.getAttribute('data-end')).toBe(end);
  expect(message?.textContent).toContain(words);
  expect(document.activeElement).toBe(message);
  expect(arrived).not.toHaveBeenCalled();
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/sign-in');
  await server.of('oauth/providers')[0]?.answer(200, { data: [wechat] });
  const again = [...box.querySelectorAll('button')].find(one => one.textContent === '重新开始');
  expect(again !== undefined).toBe(end !== 'blocked');
  if (!again) return;
  const go = vi.spyOn(windows, 'go').mockImplementation(() => {});
  await press(again);
  expect(new URL(go.mock.calls[0]?.[0] ?? '').searchParams.get('state')).toMatch(/^[\da-f]{48}$/);
});

const BIND_ENDS: typeof ENDS = [
  ['denied', '', undefined, '你已取消绑定微信'],
  ['taken', 'code=c&', [409, { code: 'AC3_15', msg: 'x' }], '这个微信已绑定别的账号'],
  ['refused', 'code=c&', [400, { code: 'C_2', msg: 'x' }], '微信没有确认你的身份'],
  ['snapshot', 'code=c&', [400, { code: 'C_2', msg: 'x', data: { snapshot: true } }], '不能绑定'],
  ['down', 'code=c&', [400, { code: 'C_2', msg: 'x', data: { retry_after: 60 } }], '账号没有改动'],
];

test.each(BIND_ENDS)('%s, of a binding, says nothing of a sign-in', async (end, answer, refusal, words) => {
  const { server: opener, unmount } = await finish(`${HERE}/account`, { signedIn: true });
  const url = beginThirdParty(opener.auth, wechat, { intent: 'bind', returnTo: '/account', account: '1' });
  await unmount();
  open.pop();
  const address = `${HERE}/oauth/wechat?${answer}state=${stateOf(url.href)}`;
  const { server, box } = await finish(address, { signedIn: true });
  if (refusal) {
    expect(box.textContent).toContain('正在向微信确认身份');
    await server.of('privacy')[0]?.answer(200, { data: { id: '1', phone_number: null, email: null } });
    await server.of('profile')[0]?.answer(200, { data: { nickname: '小林' } });
    await server.of('oauth/bind/prepare')[0]?.answer(...refusal);
  }
  expect(box.querySelector('[data-end]')?.getAttribute('data-end')).toBe(end);
  expect(box.textContent).toContain(words);
  expect(box.textContent).not.toContain('登录');
  expect(box.querySelector('a')?.textContent).toBe('返回账号页');
});

test('a forged state asks the server for nothing, and so does the same address a second time', async () => {
  const forged = await finish(`${HERE}/oauth/wechat?code=c1&state=${'ab'.repeat(24)}`);
  expect(forged.box.querySelector('[data-end=forged]')).not.toBeNull();
  expect(forged.server.of('oauth/wechat')).toEqual([]);
  const address = await begin('code=c1&');
  const first = await finish(address);
  await first.server.last()?.answer(200, signedIn);
  const second = await finish(address);
  expect(second.box.querySelector('[data-end=forged]')).not.toBeNull();
  expect(second.server.of('oauth/wechat')).toEqual([]);
});

test('a signed-in person who returns to a finished address is redirected', async () => {
  const { box } = await finish(`${HERE}/oauth/wechat?code=c1&state=x`, { signedIn: true });
  expect(box.textContent).toContain('你已登录');
  expect(box.querySelector('a')?.getAttribute('href')).toBe('/account');
});

test('after a time-out the same code is tried again at a press', async () => {
  const { server, box } = await finish(await begin('code=c1&'));
  await server.last()?.timeOut();
  expect(alerts(box)).toContain('服务器响应超时');
  await press(button(box, '重试'));
  expect(server.of('oauth/wechat').map(one => one.body.code)).toEqual(['c1', 'c1']);
  await server.last()?.answer(200, signedIn);
  expect(box.querySelector('[data-here]')).not.toBeNull();
});

const UNBOUND = [403, { code: 'AC3_7', msg: 'x', data: { oauth_ticket: 'ticket-one' } }] as const;

test('an unbound identity binds a phone in place, and is signed in', async () => {
  const { server, box, arrived } = await finish(await begin('code=c1&'));
  await server.last()?.answer(...UNBOUND);
  await server.of('agreements')[0]?.answer(200, {
    data: [{ id: 4, code: 'terms', version: 1, title: '用户协议', url: '/agreements/4' }],
  });
  expect(document.activeElement).toBe(control(box, 'phone_number'));
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  expect(server.last()?.body).toEqual({ phone_number: '13800138000', oauth_ticket: 'ticket-one' });
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  // without the tick nothing is sent
  await press(button(box, '绑定并登录'));
  expect(server.of('oauth/third-party')).toEqual([]);
  expect(alerts(box)).toContain('还没有同意协议');
  await press(box.querySelector<HTMLElement>('[type=checkbox]') ?? box.ownerDocument.body);
  await press(button(box, '绑定并登录'));
  expect(server.last()?.body).toEqual({ oauth_ticket: 'ticket-one', captcha: '123456', agreement_ids: [4] });
  await server.last()?.answer(200, signedIn);
  expect(arrived).toHaveBeenCalledExactlyOnceWith('/lessons/3');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ticket-one');
});

test('the phone form survives a reload, for as long as the ticket is good', async () => {
  const address = await begin('code=c1&');
  const first = await finish(address);
  await first.server.last()?.answer(...UNBOUND);
  await type(control(first.box, 'phone_number'), '13800138000');
  await first.unmount();
  open.pop();
  const again = await finish(address);
  expect(again.server.of('oauth/wechat')).toEqual([]);
  expect(control(again.box, 'phone_number').value).toBe('13800138000');
  await again.unmount();
  open.pop();
  vi.setSystemTime(Date.now() + 600_000);
  const late = await finish(address);
  expect(late.box.querySelector('[data-end=forged]')).not.toBeNull();
});

test('a ticket that has expired ends the form', async () => {
  const { server, box } = await finish(await begin('code=c1&'));
  await server.last()?.answer(...UNBOUND);
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(400, { code: 'AC3_14', msg: 'x' });
  expect(box.querySelector('[data-end=expired]')?.textContent).toContain('10 分钟');
});

test('a wrong code stays in the form', async () => {
  const { server, box } = await finish(await begin('code=c1&'));
  await server.last()?.answer(...UNBOUND);
  await server.of('agreements')[0]?.answer(200, { data: [] });
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  await server.last()?.answer(400, { code: 'AC3_10', msg: 'x' });
  expect(control(box, 'captcha').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(control(box, 'captcha'));
});

test.each([
  [{ data: { retry_after: 82_800 } }, '尝试次数过多。请在 23 小时后再试。'],
  [{}, '尝试次数过多。请稍后再试。'],
])('too many tries stay in the form, which says when to try again: %o', async (more, message) => {
  const { server, box } = await finish(await begin('code=c1&'));
  await server.last()?.answer(...UNBOUND);
  await server.of('agreements')[0]?.answer(200, { data: [] });
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(200, { data: { retry_after: 60, expires_in: 600 } });
  await type(control(box, 'captcha'), '123456');
  expect(server.last()?.path).toMatch(/oauth\/third-party$/);
  await server.last()?.answer(429, { code: 'RC_54', msg: 'x', ...more });
  expect(box.querySelector('[role=alert]')?.textContent.trim()).toBe(message);
  expect(control(box, 'captcha').value).toBe('123456');
});

test('the page that comes back in the same tab finishes at once, without asking around', async () => {
  const { server, arrived } = await finish(await begin('code=c1&'), { as: ThirdPartyReturn });
  await server.last()?.answer(200, signedIn);
  expect(arrived).toHaveBeenCalledOnce();
});

test('a link from elsewhere is finished here if no other tab takes it, and is refused as forged', async () => {
  const { box } = await finish(`${HERE}/oauth/wechat?code=c1&state=${'ab'.repeat(24)}`, {
    as: ThirdPartyReturn,
  });
  expect(box.textContent).toContain('正在用微信登录');
  await act(async () => vi.advanceTimersByTime(ANSWER_MS));
  await settle();
  expect(box.querySelector('[data-end=forged]')).not.toBeNull();
});

test('in a frame no session begins: the whole window goes on', async () => {
  vi.spyOn(windows, 'framed').mockReturnValue(true);
  const address = await begin('code=c1&');
  const { server, box } = await finish(address, { as: ThirdPartyReturn });
  await act(async () => vi.advanceTimersByTime(ANSWER_MS));
  await settle();
  expect(server.requests).toEqual([]);
  const link = box.querySelector('a');
  expect([link?.getAttribute('href'), link?.target]).toEqual([address, '_top']);
});

test('from a window of its own the page that opened it finishes, and the window closes', async () => {
  const replace = vi.fn();
  vi.spyOn(windows, 'open').mockReturnValue({ location: { replace } } as unknown as Window);
  const close = vi.spyOn(windows, 'close').mockImplementation(() => {});
  const arrived = vi.fn();
  const taken = vi.fn();
  const { server, box, go } = await buttons({
    open: 'popup',
    pending: ThirdPartyPending,
    onPending: taken,
    onSignedIn: arrived,
  });
  await press(button(box, '微信登录'));
  expect(go).not.toHaveBeenCalled();
  expect(taken).toHaveBeenLastCalledWith(true);
  const state = stateOf(String(replace.mock.calls[0]?.[0]));
  // another sign-in's return is none of this page's business
  const { signal } = new AbortController();
  const other = handOver(`${HERE}/oauth/wechat?code=c&state=${'cd'.repeat(24)}`, signal);
  await act(async () => vi.advanceTimersByTime(ANSWER_MS));
  expect(await other).toBe(false);
  const back = await finish(`${HERE}/oauth/wechat?code=c1&state=${state}`, { as: ThirdPartyReturn });
  expect(back.box.textContent).toContain('这个窗口可以关闭');
  expect(close).toHaveBeenCalledOnce();
  expect(back.server.requests).toEqual([]);
  await settle();
  expect(server.last()?.body).toMatchObject({ code: 'c1', appid: 'wx1' });
  await server.last()?.answer(200, signedIn);
  expect(arrived).toHaveBeenCalledExactlyOnceWith('/lessons/3');
});

test('a window that the browser does not allow becomes this one', async () => {
  vi.spyOn(windows, 'open').mockReturnValue(undefined);
  const { box, go } = await buttons({ open: 'popup', pending: ThirdPartyPending });
  await press(button(box, 'QQ 登录'));
  expect(go).toHaveBeenCalledOnce();
});

test('WeChat is embedded by its script, and this page finishes what the frame hands over', async () => {
  const made: Record<string, unknown>[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('WxLogin', function WxLogin(options: Record<string, unknown>) {
    made.push(options);
  });
  const { server, box } = await buttons({ open: 'embedded', pending: ThirdPartyPending });
  await press(button(box, '微信登录'));
  const script = document.head.querySelector('script');
  expect(script?.src).toBe(wechat.script_url);
  await act(async () => script?.dispatchEvent(new Event('load')));
  await settle();
  const [options] = made;
  expect(options).toMatchObject({ self_redirect: true, appid: 'wx1', scope: 'snsapi_login', style: 'white' });
  expect(options?.['redirect_uri']).toBe(encodeURIComponent(`${HERE}/oauth/wechat`));
  expect(document.getElementById(String(options?.['id']))).not.toBeNull();
  vi.spyOn(windows, 'framed').mockReturnValue(true);
  await finish(`${HERE}/oauth/wechat?code=c1&state=${String(options?.['state'])}`, { as: ThirdPartyReturn });
  await settle();
  expect(server.last()?.body).toMatchObject({ code: 'c1' });
});

test('the code stands beside the other ways, and opens by itself where it was used last', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { box } = await buttons({ open: 'embedded', pending: ThirdPartyPending });
  await press(button(box, '微信登录'));
  expect(box.querySelector('[id^=wechat]')).not.toBeNull();
  expect([...box.querySelectorAll('button')].map(one => one.textContent)).toContain('QQ 登录');
  await press(button(box, '收起二维码'));
  expect(box.querySelector('[id^=wechat]')).toBeNull();
  expect(button(box, '微信登录')).toBeTruthy();
  localStorage.setItem('rollcall.last_way', 'wechat');
  const again = await buttons({ open: 'embedded', pending: ThirdPartyPending });
  expect(again.box.querySelector('[id^=wechat]')).not.toBeNull();
});

test('without a component of the site the callback page finishes what the embedded one hands over', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('WxLogin', function WxLogin() {});
  const { box, go, server } = await buttons({ open: 'embedded' }, [
    { ...wechat, script_url: 'https://wechat.example/handed.js' },
  ]);
  await press(button(box, '微信登录'));
  await act(() => vi.dynamicImportSettled());
  await settle();
  const state = /oauth_([\da-f]{48})/.exec(document.cookie)?.[1];
  const came = `${HERE}/oauth/wechat?code=c1&state=${state}`;
  vi.spyOn(windows, 'framed').mockReturnValue(true);
  const frame = await finish(came, { as: ThirdPartyReturn });
  await settle();
  expect(frame.server.requests).toEqual([]);
  expect(go).toHaveBeenCalledExactlyOnceWith(came);
  expect(server.of('oauth/wechat')).toEqual([]);
  vi.mocked(windows.framed).mockReturnValue(false);
  await finish(came, { as: ThirdPartyReturn }).then(at =>
    expect(at.server.of('oauth/wechat')).toHaveLength(1),
  );
});

test('the embedded page is begun anew before its state is over', async () => {
  const states: unknown[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('WxLogin', function WxLogin(options: Record<string, unknown>) {
    states.push(options['state']);
  });
  const { box } = await buttons({ open: 'embedded', pending: ThirdPartyPending }, [
    { ...wechat, script_url: 'https://wechat.example/renewed.js' },
  ]);
  await press(button(box, '微信登录'));
  const script = [...document.head.querySelectorAll('script')].at(-1);
  await act(async () => script?.dispatchEvent(new Event('load')));
  await settle();
  await act(async () => vi.advanceTimersByTime(599_000));
  await settle();
  expect(new Set(states).size).toBe(2);
});

const WECHAT_AGENT = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50';
const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile Safari/537.36';
const service: ThirdParty = {
  provider: 'wechat',
  kind: 'service',
  appid: 'wxs',
  authorize_url: 'https://wechat.example/connect/oauth2/authorize',
};

test("in WeChat's own browser the service account asks; on a phone elsewhere the page says how to get there", async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WECHAT_AGENT);
  const { box, go } = await buttons({ open: 'embedded' }, [wechat, service]);
  await press(button(box, '微信登录'));
  const url = new URL(go.mock.calls[0]?.[0] ?? '');
  expect(url.origin + url.pathname).toBe(service.authorize_url);
  expect(url.searchParams.get('scope')).toBe('snsapi_userinfo');
  agent.mockReturnValue(PHONE_AGENT);
  const phone = await buttons({}, [wechat, service, qq]);
  expect([...phone.box.querySelectorAll('button')].map(one => one.textContent)).toEqual(['QQ 登录']);
  expect(phone.box.querySelector('[data-in-wechat]')?.textContent).toContain('请在微信中打开本页');
  const nowhere = await buttons({}, [wechat]);
  expect(nowhere.box.textContent).toBe('');
  agent.mockRestore();
});

test.each([['a refused clipboard'], ['no clipboard']])(
  '%s: the address to copy by hand is shown',
  async kind => {
    const refused = { writeText: () => Promise.reject(new Error('refused')) };
    vi.stubGlobal('navigator', {
      userAgent: PHONE_AGENT,
      language: 'zh-CN',
      clipboard: kind === 'no clipboard' ? undefined : refused,
    });
    const { box } = await buttons({}, [wechat, service]);
    if (kind !== 'no clipboard') {
      expect(box.textContent).not.toContain(location.href);
      await press(button(box, '复制链接'));
      await settle();
    }
    expect(box.textContent).toContain(`请手动复制此链接： ${location.href}`);
    vi.unstubAllGlobals();
  },
);

test('another language does not finish the return anew', async () => {
  const address = await begin('code=c1&');
  const server = fakeServer();
  function Page() {
    const [phrases, setPhrases] = useState<Phrases>(zhCN);
    return (
      <RollcallProvider auth={server.auth} phrases={phrases}>
        <button type="button" onClick={() => setPhrases(english)}>
          English
        </button>
        <ThirdPartyFinish provider="wechat" address={address} home="/account" signIn="/sign-in" />
      </RollcallProvider>
    );
  }
  const { box, unmount } = await show(server.auth, <Page />);
  open.push(unmount);
  expect(server.of('oauth/wechat')).toHaveLength(1);
  await press(button(box, 'English'));
  expect(box.textContent).toContain('Signing in with WeChat');
  expect(server.of('oauth/wechat')).toHaveLength(1);
  await server.last()?.answer(200, signedIn);
  expect(box.querySelector('[data-here]')).not.toBeNull();
});

test('a blocked script shows a message and a link that uses the whole page', async () => {
  const { box, go } = await buttons({ open: 'embedded', pending: ThirdPartyPending }, [
    { ...wechat, script_url: 'https://wechat.example/blocked.js' },
  ]);
  await press(button(box, '微信登录'));
  const script = [...document.head.querySelectorAll('script')].at(-1);
  await act(async () => script?.dispatchEvent(new Event('error')));
  await settle();
  expect(box.textContent).toContain('微信二维码加载失败');
  await press(button(box, '在本页打开'));
  expect(go).toHaveBeenCalledOnce();
});

test.each([
  ['小林的微信', '将微信账号“小林的微信”绑定到账号 小林 · 138****8000 吗'],
  ['<b>管理员</b>', '将微信账号“<b>管理员</b>”绑定到账号 小林 · 138****8000 吗'],
  [null, '将此微信绑定到账号 小林 · 138****8000 吗'],
])('a binding names both accounts, and binds after a yes: %s', async (nickname, question) => {
  const { server: opener, unmount } = await finish(`${HERE}/account`, { signedIn: true });
  const url = beginThirdParty(opener.auth, wechat, { intent: 'bind', returnTo: '/account', account: '1' });
  await unmount();
  open.pop();
  const { server, box } = await finish(`${HERE}/oauth/wechat?code=c1&state=${stateOf(url.href)}`, {
    signedIn: true,
  });
  await server.of('privacy')[0]?.answer(200, { data: { id: '1', phone_number: '138****8000', email: null } });
  await server.of('profile')[0]?.answer(200, { data: { nickname: '小林' } });
  expect(server.last()?.body).toEqual({ provider: 'wechat', code: 'c1', appid: 'wx1' });
  await server.of('oauth/bind/prepare')[0]?.answer(200, { data: { bind_ticket: 'ticket-two', nickname } });
  expect(box.querySelector('[data-confirm]')?.textContent).toContain(question);
  expect(box.querySelector('[data-confirm] h2 b')).toBeNull();
  expect(server.of('oauth/bind')).toEqual([]);
  // the switch of the language loads the page again: the question stands there again, and the code is not sent again
  const reloaded = await finish(`${HERE}/oauth/wechat?code=c1&state=${stateOf(url.href)}`, {
    signedIn: true,
  });
  expect(reloaded.box.querySelector('[data-confirm]')?.textContent).toContain(question);
  expect(reloaded.server.requests).toEqual([]);
  await press(button(box, '确认绑定'));
  expect(server.last()?.body).toEqual({ bind_ticket: 'ticket-two' });
  await server.last()?.answer(200, { data: {} });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ticket-two');
  expect(box.querySelector('[data-bound]')).not.toBeNull();
});

test('a binding that was begun for another account is refused', async () => {
  const { server: opener, unmount } = await finish(`${HERE}/account`, { signedIn: true });
  const url = beginThirdParty(opener.auth, wechat, { intent: 'bind', returnTo: '/account', account: '2' });
  await unmount();
  open.pop();
  const { server, box } = await finish(`${HERE}/oauth/wechat?code=c1&state=${stateOf(url.href)}`, {
    signedIn: true,
  });
  await server.of('privacy')[0]?.answer(200, { data: { id: '1', phone_number: null, email: null } });
  await server.of('profile')[0]?.answer(200, { data: { nickname: '小林' } });
  expect(server.of('oauth/bind/prepare')).toEqual([]);
  expect(box.querySelector('[data-confirm]')).toBeNull();
  expect(box.querySelector('[role=alert]')?.textContent).toContain('不是为当前账号发起的');
});
