/** Cookies of others in the way of ours, and browsers that store none. */
import { describe, expect, test } from 'vitest';
import { cookiesWork } from './cookie-storage.ts';
import { AuthError } from './errors.ts';
import { getProfile } from './profile.ts';
import { loginByAccount } from './sign-in.ts';
import { fakeBrowser, settle, signedInAs, TOKEN_INVALID, tokens } from './testing/tabs.ts';

const LOGIN = { identity: 'ann', password: 'x' };

const signIn = async (browser: ReturnType<typeof fakeBrowser>, auth: ReturnType<typeof browser.tab>) => {
  const login = loginByAccount(auth, LOGIN).catch((thrown: unknown) => thrown);
  await settle();
  browser.net.next().answer(200, signedInAs(1));
  return login;
};

describe('a cookie that the page can’t replace', () => {
  test.each([
    ['access_token', 'HttpOnly', undefined],
    ['token_type', 'HttpOnly', undefined],
    ['refresh_token', 'HttpOnly', undefined],
    ['access_token', 'of another path', 'theirs'],
    ['refresh_token', 'of another path', 'theirs'],
  ])(
    '%s, %s: the sign-in ends with an error that names it, and leaves no token',
    async (cookie, _, value) => {
      const browser = fakeBrowser();
      browser.jar.occupy(cookie, value);
      const auth = browser.tab();
      expect(await signIn(browser, auth)).toMatchObject({
        name: 'NoToken',
        reason: 'cookie',
        cookie,
        message: expect.stringContaining(`Cookie ${cookie} was not stored`) as string,
      });
      expect(browser.jar.cookie).toBe(value ? `${cookie}=${value}` : '');
    },
  );

  test('that came later ends a refresh with the same error, without a loop', async () => {
    const browser = fakeBrowser();
    const auth = browser.tab();
    auth.tokens.store(tokens(1));
    browser.jar.occupy('access_token', 'theirs');
    const call = getProfile(auth).catch((thrown: unknown) => thrown);
    await settle();
    browser.net.next().answer(401, TOKEN_INVALID);
    await settle();
    browser.net.next().answer(200, { data: tokens(2) });
    expect(await call).toMatchObject({ reason: 'cookie', cookie: 'access_token' });
    expect(browser.net.sent).toHaveLength(2);
  });

  test('is not in the way of other names', async () => {
    const browser = fakeBrowser();
    for (const name of ['access_token', 'token_type', 'refresh_token']) browser.jar.occupy(name);
    const auth = browser.tab('', { cookie_prefix: 'school_', env: 'test' });
    expect(await signIn(browser, auth)).not.toBeInstanceOf(AuthError);
    expect(browser.jar.cookie).toBe(
      'school_test_access_token=A1; school_test_token_type=Bearer; school_test_refresh_token=R1',
    );
  });

  test.each(['a b', 'a=', 'a;', '学校'])('the prefix %s is refused', cookie_prefix => {
    expect(() => fakeBrowser().tab('', { cookie_prefix })).toThrow('Auth init fail.');
  });
});

describe('a browser that stores no cookies', () => {
  const inert = (): ReturnType<typeof fakeBrowser> => {
    const browser = fakeBrowser();
    Object.defineProperty(browser.jar, 'cookie', { get: () => '', set: () => {} });
    return browser;
  };
  const blocked = (): ReturnType<typeof fakeBrowser> => {
    const browser = fakeBrowser();
    const refuse = () => {
      throw new DOMException('The document is sandboxed.', 'SecurityError');
    };
    Object.defineProperty(browser.jar, 'cookie', { get: refuse, set: refuse });
    return browser;
  };
  test.each([
    ['inert', inert],
    ['forbidden', blocked],
  ])('%s: is known before a sign-in, which names the cookie', async (_, make) => {
    const browser = make();
    const auth = browser.tab();
    expect(cookiesWork(auth)).toBe(false);
    expect(await signIn(browser, auth)).toMatchObject({ reason: 'cookie', cookie: 'access_token' });
  });

  test('others work, and keep nothing of the test', () => {
    const browser = fakeBrowser();
    expect(cookiesWork(browser.tab())).toBe(true);
    expect(browser.jar.cookie).toBe('');
  });
});
