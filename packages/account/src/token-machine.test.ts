import { describe, expect, test, vi } from 'vitest';
import type { Auth } from './client.ts';
import {
  type Browser,
  COOKIE_INVALID,
  fakeBrowser,
  noLocks,
  REFRESH_TOKEN_INVALID,
  settle,
  signedInAs,
  TOKEN_INVALID,
  tokens,
} from './testing/tabs.ts';
import { endedBy } from './ended-by.ts';
import { changePassword } from './password.ts';
import { getPrivacy } from './privacy.ts';
import { getProfile } from './profile.ts';
import { loginByAccount, logout } from './sign-in.ts';
import { deleteTokens, refreshTokens } from './tokens.ts';

const ended = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: { name: string; message: string }) => `${error.name}: ${error.message}`,
  );
const LOGIN = { identity: 'ann', password: 'x' };
const paths = ({ net }: Browser) => net.pending.map(({ url }) => url.split('/accounts/')[1]);
/** Answers the oldest request, and lets everything happen that follows. */
const answer = async ({ net }: Browser, status: number, body: unknown) => {
  net.next().answer(status, body);
  await settle();
};
const profile = { data: { id: '1' } };

const signedIn = (browser: Browser, number = 1, more = {}): Auth => {
  const auth = browser.tab('', more);
  auth.tokens.store(tokens(number));
  return auth;
};

describe('which token a call takes', () => {
  test('the access token that is held [4.access-token]', async () => {
    const browser = fakeBrowser();
    const call = getProfile(signedIn(browser));
    await settle();
    expect(browser.net.next().headers).toMatchObject({ Authorization: 'Bearer A1' });
    await answer(browser, 200, profile);
    expect(await call).toEqual({ id: '1' });
  });

  test.each(['access_token', 'token_type'])(
    'without the %s cookie it refreshes first [4.refresh]',
    async missing => {
      const browser = fakeBrowser();
      const auth = signedIn(browser);
      browser.jar.drop(missing);
      expect(auth.signedIn()).toBe(true);
      void getProfile(auth);
      await settle();
      expect(browser.net.next()).toMatchObject({ method: 'PUT', body: { refresh_token: 'R1' } });
      expect(browser.net.next().headers).not.toHaveProperty('Authorization');
      await answer(browser, 200, { data: tokens(2) });
      expect(browser.net.next().headers).toMatchObject({ Authorization: 'Bearer A2' });
      expect(auth.tokens.read().refresh).toBe('R2');
    },
  );

  test('with neither it converts an older site’s cookie [4.conversion]', async () => {
    const browser = fakeBrowser();
    const auth = browser.tab();
    const listener = vi.fn<(signedIn: boolean) => void>();
    auth.onChange(listener);
    void getProfile(auth);
    await settle();
    expect(paths(browser)).toEqual(['tokens/convert']);
    await answer(browser, 200, { data: tokens(5) });
    expect(browser.net.next().headers).toMatchObject({ Authorization: 'Bearer A5' });
    expect(listener.mock.calls).toEqual([[true]]);
  });

  test('a session that the server refused is not converted again, until a sign-in or until the page is looked at again [4.conversion]', async () => {
    const browser = fakeBrowser();
    const auth = browser.tab();
    const refusedCall = async () => {
      const call = ended(getProfile(auth));
      await settle();
      return call;
    };
    const first = [ended(getProfile(auth)), ended(getPrivacy(auth))];
    await settle();
    await answer(browser, 401, COOKIE_INVALID);
    expect(await Promise.all(first)).toEqual(Array(2).fill('NoToken: NO Token. Please login.'));
    expect(await refusedCall()).toBe('NoToken: NO Token. Please login.');
    expect(browser.net.sent).toHaveLength(1);

    browser.show();
    void ended(getProfile(auth));
    await settle();
    expect(paths(browser)).toEqual(['tokens/convert']);
    // a server that is out of order has judged nothing
    await answer(browser, 500, {});
    void ended(getProfile(auth));
    await settle();
    expect(paths(browser)).toEqual(['tokens/convert']);
    await answer(browser, 401, COOKIE_INVALID);
    auth.tokens.store(tokens(3));
    auth.tokens.clear();
    void ended(getProfile(auth));
    await settle();
    expect(paths(browser)).toEqual(['tokens/convert']);
  });

  test.each([
    ['is refused', (b: Browser) => answer(b, 401, COOKIE_INVALID)],
    [
      'is not answered',
      async (b: Browser) => {
        b.net.next().lose();
        await settle();
      },
    ],
  ])('where the conversion %s there is no token [4.no-token 8.no-token]', async (_how, end) => {
    const browser = fakeBrowser();
    const call = ended(getProfile(browser.tab()));
    await settle();
    await end(browser);
    expect(await call).toBe('NoToken: NO Token. Please login.');
    expect(browser.net.sent).toHaveLength(1);
  });

  test('tokens that were here and have expired are told apart [4.no-token 8.no-token]', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    for (const name of ['access_token', 'token_type', 'refresh_token']) browser.jar.drop(name);
    const call = ended(getProfile(auth));
    await settle();
    await answer(browser, 401, COOKIE_INVALID);
    expect(await call).toBe('NoToken: NO Token(cookie might have been expired). Please login.');
    expect(await ended(getProfile(auth))).toBe('NoToken: NO Token. Please login.');
  });

  test.each([0, false, ''])(
    'auth_version %j switches the header off [3.init 6.switched-off]',
    async auth_version => {
      const browser = fakeBrowser();
      const auth = browser.tab('', { auth_version });
      void getProfile(auth);
      await settle();
      expect(paths(browser)).toEqual(['profile']);
      expect(browser.net.next().headers).not.toHaveProperty('Authorization');
    },
  );
});

describe('a token that the server refuses', () => {
  test('is refreshed and the call made again [4.retry]', async () => {
    const browser = fakeBrowser();
    const call = getProfile(signedIn(browser));
    await settle();
    await answer(browser, 401, TOKEN_INVALID);
    expect(paths(browser)).toEqual(['tokens/refresh']);
    await answer(browser, 200, { data: tokens(2) });
    await answer(browser, 200, profile);
    expect(await call).toEqual({ id: '1' });
  });

  test.each([
    [undefined, 2],
    [0, 0],
    [1, 1],
    [4, 4],
  ])('with retries %j at most %i times [4.retry 9.retries]', async (retries, times) => {
    const browser = fakeBrowser();
    const call = ended(getProfile(signedIn(browser), undefined, { retries }));
    await settle();
    for (let number = 2; browser.net.pending.length > 0; number++) {
      const refresh = paths(browser)[0] === 'tokens/refresh';
      await answer(browser, refresh ? 200 : 401, refresh ? { data: tokens(number) } : TOKEN_INVALID);
    }
    expect(await call).toBe('TokenInvalid: Access token is invalid.');
    expect(browser.net.sent.filter(({ method }) => method === 'PUT')).toHaveLength(times);
    expect(browser.net.sent.filter(({ method }) => method === 'GET')).toHaveLength(times + 1);
  });

  test('a refused refresh token clears the tokens [4.refresh-refused 8.refresh-token-invalid]', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const listener = vi.fn<(signedIn: boolean) => void>();
    auth.onChange(listener);
    const call = ended(getProfile(auth));
    await settle();
    await answer(browser, 401, TOKEN_INVALID);
    await answer(browser, 401, REFRESH_TOKEN_INVALID);
    expect(await call).toBe('RefreshTokenInvalid: Refresh token is invalid.');
    expect(auth.signedIn()).toBe(false);
    expect(listener.mock.calls).toEqual([[false]]);
  });

  test.each(['lose', 'timeOut'] as const)(
    'a refresh without an answer (%s) does not [4.refresh-refused]',
    async how => {
      const browser = fakeBrowser();
      const auth = signedIn(browser);
      browser.jar.drop('access_token');
      const call = ended(getProfile(auth));
      await settle();
      browser.net.next()[how]();
      expect(await call).toMatch(how === 'lose' ? /^RequestError/ : /^RequestTimeout/);
      expect(auth.tokens.read().refresh).toBe('R1');
    },
  );

  test('why is told until the next sign-in or sign-out, in the tab whose tokens were cleared', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const refusal = { ...REFRESH_TOKEN_INVALID, data: { reason: 'device' } };
    browser.jar.drop('access_token');
    void getProfile(auth).catch(() => undefined);
    await settle();
    await answer(browser, 401, refusal);
    expect(auth.tokens.read()).toEqual({});
    expect(endedBy(auth)).toBe('device');
    auth.tokens.store(tokens(2));
    expect(endedBy(auth)).toBeUndefined();
    void deleteTokens(auth);
    await settle();
    expect(endedBy(auth)).toBeUndefined();
  });

  test('a sign-out of the person is told as such, in every tab, until the next sign-in', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const other = browser.tab();
    void logout(auth);
    await settle();
    await answer(browser, 200, { data: {} });
    browser.deliver();
    expect(other.signedIn()).toBe(false);
    expect([auth, other].map(endedBy)).toEqual(['signed-out', 'signed-out']);
    auth.tokens.store(tokens(2));
    browser.deliver();
    expect([auth, other].map(endedBy)).toEqual([undefined, undefined]);
    void changePassword(auth, {
      old_password: 'Tree-house8',
      password: 'Tree-house9',
      confirm_password: 'Tree-house9',
    });
    await settle();
    await answer(browser, 200, { data: {} });
    browser.deliver();
    expect([auth, other].map(endedBy)).toEqual([undefined, undefined]);
  });

  test('a refusal of tokens that are no longer held is not told', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    browser.jar.drop('access_token');
    void getProfile(auth).catch(() => undefined);
    await settle();
    auth.tokens.store(tokens(2));
    await answer(browser, 401, { ...REFRESH_TOKEN_INVALID, data: { reason: 'device' } });
    expect(auth.tokens.read().refresh).toBe('R2');
    expect(endedBy(auth)).toBeUndefined();
  });

  test('tokens whose cookies have expired ended by that, unless none were held', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    for (const name of ['access_token', 'token_type', 'refresh_token']) browser.jar.drop(name);
    void getProfile(auth).catch(() => undefined);
    await settle();
    await answer(browser, 401, COOKIE_INVALID);
    expect(endedBy(auth)).toBe('expired');
    browser.show();
    void getProfile(auth).catch(() => undefined);
    await settle();
    await answer(browser, 401, COOKIE_INVALID);
    expect(endedBy(auth)).toBeUndefined();
  });

  test('tokens of an unexpected form are only warned of [8.token-answer]', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const browser = fakeBrowser();
    const auth = browser.tab();
    const call = loginByAccount(auth, LOGIN);
    await settle();
    const odd = { auth: { token: { access: { token: 'A', type: 'Bearer' } } } };
    await answer(browser, 200, { data: odd });
    expect(await call).toEqual(odd);
    expect(auth.signedIn()).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('several calls and several tabs [4.shared-refresh]', () => {
  test.each([
    ['Web Locks', undefined],
    ['no locks', noLocks],
  ])('40 calls of one tab share one refresh, with %s', async (_name, locks) => {
    const browser = fakeBrowser(locks);
    const auth = signedIn(browser);
    browser.jar.drop('access_token');
    const all = Promise.all(Array.from({ length: 40 }, () => getProfile(auth)));
    await settle();
    expect(paths(browser)).toEqual(['tokens/refresh']);
    await answer(browser, 200, { data: tokens(2) });
    expect(browser.net.pending).toHaveLength(40);
    for (const request of browser.net.pending.slice()) request.answer(200, profile);
    expect(await all).toHaveLength(40);
  });

  test('two tabs with 40 calls each whose token is refused: one refresh', async () => {
    const browser = fakeBrowser();
    const tabs = [signedIn(browser), browser.tab()];
    const all = Promise.all(tabs.flatMap(auth => Array.from({ length: 40 }, () => getProfile(auth))));
    await settle();
    for (const request of browser.net.pending.slice()) request.answer(401, TOKEN_INVALID);
    await settle();
    expect(paths(browser)).toEqual(['tokens/refresh']);
    await answer(browser, 200, { data: tokens(2) });
    expect(browser.net.pending).toHaveLength(80);
    for (const request of browser.net.pending.slice()) request.answer(200, profile);
    expect(await all).toHaveLength(80);
    expect(browser.net.sent.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test('without locks two tabs get the same successor, and the later answer is not needed', async () => {
    const browser = fakeBrowser(noLocks);
    const tabs = [signedIn(browser), browser.tab()];
    browser.jar.drop('access_token');
    const all = Promise.all(tabs.map(auth => getProfile(auth)));
    await settle();
    expect(paths(browser)).toEqual(['tokens/refresh', 'tokens/refresh']);
    const [first, second] = browser.net.pending;
    second?.answer(200, { data: tokens(2) });
    await settle();
    first?.answer(200, { data: { ...tokens(2), access: tokens(3).access } });
    await settle();
    expect(browser.net.pending.map(({ headers }) => headers['Authorization'])).toEqual([
      'Bearer A2',
      'Bearer A2',
    ]);
    for (const request of browser.net.pending.slice()) request.answer(200, profile);
    await all;
  });
});

describe('signing in and out [4.logout]', () => {
  test('calls the listeners of this tab and of the others, until they unsubscribe', async () => {
    const browser = fakeBrowser();
    const [here, there] = [browser.tab(), browser.tab()];
    const listener: string[] = [];
    const stop = here.onChange(state => listener.push(`here ${state}`));
    there.onChange(state => listener.push(`there ${state}`));
    void loginByAccount(here, LOGIN);
    await settle();
    await answer(browser, 200, signedInAs(1));
    browser.deliver();
    await settle();
    expect(listener.splice(0)).toEqual(['here true', 'there true']);
    const out = logout(there);
    await settle();
    expect(browser.net.next().body).toEqual({ refresh_token: 'R1' });
    stop();
    await answer(browser, 200, { data: {} });
    await out;
    browser.deliver();
    await settle();
    expect(listener).toEqual(['there false']);
    expect(here.signedIn()).toBe(false);
  });

  test('a refresh calls no listener', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const listener = vi.fn<(signedIn: boolean) => void>();
    await settle();
    auth.onChange(listener);
    const refreshed = refreshTokens(auth);
    await settle();
    await answer(browser, 200, { data: tokens(2) });
    expect(await refreshed).toEqual(tokens(2));
    expect(auth.tokens.read().access).toBe('A2');
    expect(listener).not.toHaveBeenCalled();
  });

  test('a change by another site of the domain is noticed when the tab is shown', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const listener = vi.fn<(signedIn: boolean) => void>();
    await settle();
    auth.onChange(listener);
    browser.show();
    for (const name of ['access_token', 'token_type', 'refresh_token']) browser.jar.drop(name);
    browser.show();
    browser.show();
    await settle();
    expect(listener.mock.calls).toEqual([[false]]);
  });

  test('a listener that throws does not affect the sign-in', async () => {
    const browser = fakeBrowser();
    const auth = browser.tab();
    const thrown = new Promise(resolve => {
      vi.stubGlobal('queueMicrotask', (work: () => void) => {
        try {
          work();
        } catch (error) {
          resolve(error);
        }
      });
    });
    auth.onChange(() => {
      throw new Error('listener');
    });
    const call = loginByAccount(auth, LOGIN);
    await settle();
    await answer(browser, 200, signedInAs(1));
    expect(await thrown).toEqual(new Error('listener'));
    expect(await ended(call)).toBe('done');
    expect(auth.signedIn()).toBe(true);
  });

  test('the later of two sign-ins wins, whatever the order of the answers', async () => {
    const browser = fakeBrowser();
    const auth = browser.tab();
    const calls = [ended(loginByAccount(auth, LOGIN)), ended(loginByAccount(auth, LOGIN))];
    await settle();
    const [first, second] = browser.net.pending;
    second?.answer(200, signedInAs(2));
    await settle();
    first?.answer(200, signedInAs(1));
    expect(await Promise.all(calls)).toEqual([expect.stringMatching(/^NoToken/), 'done']);
    expect(auth.tokens.read().refresh).toBe('R2');
  });

  test('a sign-in begun before signing out does not sign in again', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const late = ended(loginByAccount(auth, LOGIN));
    await settle();
    const out = ended(logout(auth));
    await settle();
    const [login, ending] = browser.net.pending;
    ending?.answer(200, { data: {} });
    await settle();
    login?.answer(200, signedInAs(2));
    expect([await out, await late]).toEqual(['done', 'NoToken: NO Token. Please login.']);
    expect(auth.signedIn()).toBe(false);
  });

  test('logout that is refused keeps the tokens; with a dead refresh token it clears them [8.refresh-token-invalid]', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const refused = ended(logout(auth));
    await settle();
    await answer(browser, 503, { code: 'RC_54', msg: 'Busy.' });
    expect(await refused).toBe('TooBusy: Busy.');
    expect(auth.signedIn()).toBe(true);
    const dead = ended(logout(auth));
    await settle();
    await answer(browser, 401, REFRESH_TOKEN_INVALID);
    expect(await dead).toBe('RefreshTokenInvalid: Refresh token is invalid.');
    expect(auth.signedIn()).toBe(false);
  });

  test('logout with an expired access token sends the successor', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    browser.jar.drop('access_token');
    const out = logout(auth);
    await settle();
    await answer(browser, 200, { data: tokens(2) });
    expect(browser.net.next()).toMatchObject({
      body: { refresh_token: 'R2' },
      headers: { Authorization: 'Bearer A2' },
    });
    await answer(browser, 200, { data: {} });
    await out;
    expect(auth.signedIn()).toBe(false);
  });

  test('logout without a session', async () => {
    const browser = fakeBrowser();
    const out = ended(logout(browser.tab()));
    await settle();
    expect(paths(browser)).toEqual(['tokens/convert']);
    await answer(browser, 401, COOKIE_INVALID);
    expect(await out).toBe('NoToken: NO Token. Please login.');
  });

  test('deleteTokens clears them too', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const out = deleteTokens(auth);
    await settle();
    expect(browser.net.next().method).toBe('DELETE');
    await answer(browser, 200, { data: {} });
    await out;
    expect(auth.signedIn()).toBe(false);
  });
});

describe('a refresh during another change of the tokens', () => {
  const refreshing = async () => {
    const browser = fakeBrowser();
    const here = signedIn(browser);
    const there = browser.tab();
    browser.jar.drop('access_token');
    const call = ended(getProfile(here));
    await settle();
    const refresh = browser.net.next();
    return { browser, here, there, call, refresh };
  };

  test('sign-out in another tab: signed out stays signed out', async () => {
    const { browser, here, there, call, refresh } = await refreshing();
    // The other tab has an access token still.
    browser.jar.cookie = 'access_token=A1; path=/';
    browser.jar.cookie = 'token_type=Bearer; path=/';
    const out = logout(there);
    await settle();
    browser.net.pending[1]?.answer(200, { data: {} });
    await settle();
    await out;
    browser.deliver();
    refresh.answer(200, { data: tokens(2) });
    expect(await call).toBe('NoToken: NO Token. Please login.');
    expect([here.signedIn(), there.signedIn()]).toEqual([false, false]);
  });

  test('sign-out whose answer comes after the refreshed tokens: the server is asked', async () => {
    const { browser, here, there, call, refresh } = await refreshing();
    browser.jar.cookie = 'access_token=A1; path=/';
    browser.jar.cookie = 'token_type=Bearer; path=/';
    const out = ended(logout(there));
    await settle();
    const ending = browser.net.pending[1];
    refresh.answer(200, { data: tokens(2) });
    await settle();
    ending?.answer(200, { data: {} });
    await settle();
    const check = browser.net.pending.find(({ method }) => method === 'PUT');
    expect(check?.body).toEqual({ refresh_token: 'R2' });
    check?.answer(401, REFRESH_TOKEN_INVALID);
    expect(await out).toBe('done');
    expect(here.signedIn()).toBe(false);
    browser.net.next().answer(401, TOKEN_INVALID);
    await settle();
    await answer(browser, 401, COOKIE_INVALID);
    expect(await call).toMatch(/^NoToken/);
  });

  test('after a sign-in of another account, a late refresh of the former one is dropped', async () => {
    const { browser, there, call, refresh } = await refreshing();
    void loginByAccount(there, LOGIN);
    await settle();
    browser.net.pending[1]?.answer(200, signedInAs(9));
    await settle();
    refresh.answer(200, { data: tokens(2) });
    await settle();
    expect(there.tokens.read()).toEqual({ access: 'A9', type: 'Bearer', refresh: 'R9' });
    expect(browser.net.next().headers).toMatchObject({ Authorization: 'Bearer A9' });
    await answer(browser, 200, profile);
    expect(await call).toBe('done');
  });

  test('after a sign-in of another account, the former one’s refused refresh token clears nothing', async () => {
    const { browser, there, call, refresh } = await refreshing();
    void loginByAccount(there, LOGIN);
    await settle();
    browser.net.pending[1]?.answer(200, signedInAs(9));
    await settle();
    refresh.answer(401, REFRESH_TOKEN_INVALID);
    await settle();
    expect(there.tokens.read().refresh).toBe('R9');
    await answer(browser, 200, profile);
    expect(await call).toBe('done');
  });

  test('explicit refreshes: too late is no token; a token given by the caller is not kept over another', async () => {
    const browser = fakeBrowser();
    const auth = signedIn(browser);
    const late = ended(refreshTokens(auth));
    await settle();
    auth.tokens.clear();
    await answer(browser, 200, { data: tokens(2) });
    expect(await late).toMatch(/^NoToken/);
    expect(await ended(refreshTokens(auth))).toMatch(/^NoToken/);
    auth.tokens.store(tokens(5));
    const given = refreshTokens(auth, { refresh_token: 'R3' });
    await settle();
    await answer(browser, 200, { data: tokens(4) });
    expect(await given).toEqual(tokens(4));
    expect(auth.tokens.read().refresh).toBe('R5');
  });

  test('a conversion: a sign-in and a sign-out meanwhile are not undone by it', async () => {
    const browser = fakeBrowser();
    const auth = browser.tab();
    const call = ended(getProfile(auth));
    await settle();
    auth.tokens.store(tokens(1));
    auth.tokens.clear();
    await answer(browser, 200, { data: tokens(7) });
    expect(await call).toBe('NoToken: NO Token. Please login.');
    expect(auth.signedIn()).toBe(false);
  });
});
