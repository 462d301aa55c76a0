import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cancelBindings } from './redirect-state.ts';
import { fakeJar } from './testing/jar.ts';
import {
  beginThirdParty,
  browserKind,
  cancelThirdParty,
  finishThirdParty,
  thirdPartiesHere,
} from './third-party-flow.ts';

const wechat = {
  provider: 'wechat',
  appid: 'wxa',
  authorize_url: 'https://open.weixin.qq.com/connect/qrconnect',
} as const;
const qq = {
  provider: 'qq',
  appid: '101',
  authorize_url: 'https://graph.qq.com/oauth2.0/authorize',
} as const;
const service = {
  provider: 'wechat',
  kind: 'service',
  appid: 'wxs',
  authorize_url: 'https://open.weixin.qq.com/connect/oauth2/authorize',
} as const;
const redirectUri = 'https://school.example/oauth/wechat?a=1';

const browser = (now: () => number = () => 0, secure = true) => {
  const jar = fakeJar(now);
  return { jar, auth: { browser: { page: jar, secure: () => secure } } as never };
};
const begin = { returnTo: '/account?tab=1', intent: 'bind', redirectUri } as const;
const back = (url: URL, more = '&code=c0de') =>
  `https://school.example/oauth/wechat?state=${url.searchParams.get('state')}${more}`;
const forged = { code: 28, name: 'IllegalOperation' };
const thrown = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused.');
};

afterEach(() => vi.unstubAllGlobals());

const agents = {
  phone:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  wechat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x18003234) NetType/WIFI Language/zh_CN',
  wecom:
    'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 wxwork/4.1.30 MicroMessenger/7.0.1 NetType/WIFI',
  'wecom desk':
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.5304.110 Safari/537.36 wxwork/4.1.30 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail embeddisk wwmver/3.26.13.660',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  tablet:
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
};

test.each([
  ['phone', agents.phone, ['qq']],
  ['wechat', agents.wechat, ['wechat service', 'qq']],
  ['phone', agents.wecom, ['qq']],
  ['desk', agents['wecom desk'], ['wechat', 'qq']],
  ['desk', agents.desk, ['wechat', 'qq']],
  ['desk', agents.tablet, ['wechat', 'qq']],
] as const)('where the page is open decides who can sign in: %s, %s', (where, agent, expected) => {
  expect(browserKind(agent)).toBe(where);
  const all = [wechat, { ...wechat, appid: 'wxb' }, service, qq];
  const named = thirdPartiesHere(all, where).map(({ provider, kind }) =>
    [provider, kind].filter(Boolean).join(' '),
  );
  expect(named).toEqual(expected);
});

describe('the way there [7.state]', () => {
  test('to WeChat', () => {
    const { auth } = browser();
    const url = beginThirdParty(auth, wechat, begin);
    expect(url.href).toMatch(/^https:\/\/open\.weixin\.qq\.com\/connect\/qrconnect\?/);
    expect(url.hash).toBe('#wechat_redirect');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      appid: 'wxa',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[\da-f]{48}$/),
    });
  });

  test("to WeChat's service account, in the order of its document", () => {
    const url = beginThirdParty(browser().auth, service, begin);
    expect([...url.searchParams.keys()]).toEqual([
      'appid',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    expect(url.searchParams.get('scope')).toBe('snsapi_userinfo');
    expect(url.href).toMatch(
      /^https:\/\/open\.weixin\.qq\.com\/connect\/oauth2\/authorize\?.*#wechat_redirect$/,
    );
  });

  test("to QQ, and to QQ's page for phones on a phone", () => {
    const url = beginThirdParty(browser().auth, qq, begin);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: '101', response_type: 'code' });
    expect(['appid', 'display'].filter(name => url.searchParams.has(name))).toEqual([]);
    vi.stubGlobal('navigator', { userAgent: agents.phone });
    expect(beginThirdParty(browser().auth, qq, begin).searchParams.get('display')).toBe('mobile');
  });

  test('the cookie lives ten minutes, is sent from other sites only by a visit, and is secure over https', () => {
    const { auth, jar } = browser();
    beginThirdParty(auth, wechat, begin);
    expect(jar.lines).toEqual([
      expect.stringMatching(
        /^__Host-rollcall_oauth_[\da-f]{48}=[^;]+; path=\/; max-age=600; SameSite=Lax; Secure$/,
      ),
    ]);
    const plain = browser(undefined, false);
    beginThirdParty(plain.auth, wechat, begin);
    expect(plain.jar.lines[0]).toMatch(/^rollcall_oauth_(?!.*Secure)/);
  });

  test('every state is another', () => {
    const { auth } = browser();
    const states = Array.from({ length: 100 }, () =>
      beginThirdParty(auth, wechat, begin).searchParams.get('state'),
    );
    expect(new Set(states).size).toBe(100);
  });
});

test('what was given up keeps no cookie, and an answer to it is refused', () => {
  const { auth, jar } = browser();
  const other = beginThirdParty(auth, wechat, begin);
  for (let load = 0; load < 25; load++) {
    const url = beginThirdParty(auth, wechat, begin);
    cancelThirdParty(auth, url.href);
    expect(thrown(() => finishThirdParty(auth, back(url)))).toMatchObject(forged);
  }
  cancelThirdParty(auth, 'https://school.example/?state=a;path=/');
  expect(jar.cookie.split('; ')).toHaveLength(1);
  expect(finishThirdParty(auth, back(other)).code).toBe('c0de');
});

test('after a sign-out no state names the account, and a sign-in that was begun goes on', () => {
  const { auth, jar } = browser();
  const signIn = beginThirdParty(auth, wechat, begin);
  const binding = beginThirdParty(auth, qq, { ...begin, intent: 'bind', account: 'account-7' });
  cancelBindings(auth);
  expect(decodeURIComponent(jar.cookie)).not.toContain('account-7');
  expect(thrown(() => finishThirdParty(auth, back(binding)))).toMatchObject(forged);
  expect(finishThirdParty(auth, back(signIn)).code).toBe('c0de');
});

describe('the way back [7.state]', () => {
  test('gives the code and what was begun, once', () => {
    const { auth, jar } = browser();
    const url = beginThirdParty(auth, wechat, { ...begin, popup: true });
    expect(finishThirdParty(auth, back(url))).toEqual({
      provider: 'wechat',
      appid: 'wxa',
      code: 'c0de',
      denied: false,
      returnTo: '/account?tab=1',
      intent: 'bind',
      popup: true,
      redirectUri,
    });
    expect(jar.cookie).toBe('');
    expect(thrown(() => finishThirdParty(auth, back(url)))).toMatchObject(forged);
  });

  test.each(['', '&code=', '&usercancel=1'])('a denial, with %j', more => {
    const { auth, jar } = browser();
    const url = beginThirdParty(auth, wechat, begin);
    expect(finishThirdParty(auth, back(url, more))).toMatchObject({
      denied: true,
      code: undefined,
      intent: 'bind',
    });
    expect(jar.cookie).toBe('');
  });

  test('two begun at once, in two tabs, don’t meet', () => {
    const { auth } = browser();
    const one = beginThirdParty(auth, wechat, { ...begin, returnTo: '/one' });
    const two = beginThirdParty(auth, qq, { ...begin, returnTo: '/two', intent: 'sign-in' });
    expect(finishThirdParty(auth, back(one))).toMatchObject({ provider: 'wechat', returnTo: '/one' });
    expect(finishThirdParty(auth, back(two))).toMatchObject({
      provider: 'qq',
      returnTo: '/two',
      intent: 'sign-in',
    });
  });

  test('after ten minutes it is over', () => {
    let at = 0;
    const { auth } = browser(() => at);
    const url = beginThirdParty(auth, wechat, begin);
    at = 600_000;
    expect(thrown(() => finishThirdParty(auth, back(url)))).toMatchObject(forged);
  });

  test('a state of another browser, a forged one and none are refused', () => {
    const url = beginThirdParty(browser().auth, wechat, begin);
    const { auth } = browser();
    expect(thrown(() => finishThirdParty(auth, back(url)))).toMatchObject(forged);
    expect(thrown(() => finishThirdParty(auth, 'https://school.example/oauth/wechat?code=x'))).toMatchObject(
      forged,
    );
    fc.assert(
      fc.property(fc.string(), state => {
        const address = `/oauth/wechat?${new URLSearchParams({ code: 'x', state }).toString()}`;
        expect(thrown(() => finishThirdParty(auth, address))).toMatchObject(forged);
      }),
    );
  });

  test('over https a cookie that a sibling host could have written says nothing', () => {
    const { auth, jar } = browser();
    const url = beginThirdParty(auth, wechat, begin);
    const state = url.searchParams.get('state') ?? '';
    const value = jar.cookie.split('=')[1] ?? '';
    const other = browser();
    other.jar.cookie = `rollcall_oauth_${state}=${value}; max-age=600`;
    expect(thrown(() => finishThirdParty(other.auth, back(url)))).toMatchObject(forged);
    expect(finishThirdParty(auth, back(url))).toMatchObject({ provider: 'wechat' });
  });

  test('the account that will be bound comes back', () => {
    const { auth } = browser();
    const url = beginThirdParty(auth, wechat, { ...begin, account: 'account-1' });
    expect(finishThirdParty(auth, back(url))).toMatchObject({ account: 'account-1' });
  });

  test('a cookie that somebody else wrote says nothing', () => {
    const { auth, jar } = browser();
    const state = 'a'.repeat(48);
    for (const value of ['', '%', 'null', '{}', '[1]', encodeURIComponent('{"provider":"other"}')]) {
      jar.cookie = `__Host-rollcall_oauth_${state}=${value}; max-age=600`;
      expect(thrown(() => finishThirdParty(auth, `/oauth/wechat?code=x&state=${state}`))).toMatchObject(
        forged,
      );
    }
  });

  test('the way on is always a path of this site', () => {
    for (const returnTo of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:1',
      '',
      '/a b',
    ]) {
      const { auth } = browser();
      const url = beginThirdParty(auth, wechat, { ...begin, returnTo });
      expect(finishThirdParty(auth, back(url)).returnTo).toBe('/');
    }
    fc.assert(
      fc.property(fc.string(), returnTo => {
        const { auth } = browser();
        const url = beginThirdParty(auth, wechat, { ...begin, returnTo });
        const on = finishThirdParty(auth, back(url)).returnTo;
        expect(new URL(on, 'https://school.example').host).toBe('school.example');
      }),
    );
  });
});
