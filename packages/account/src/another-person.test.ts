/// <reference types="node" />
/** One browser, several pupils: another site of the cookies' domain signs another person in. */
import { describe, expect, test, vi } from 'vitest';
import { acceptPerson } from './accept-person.ts';
import { uploadAvatar } from './avatar.ts';
import { getProfile, updateProfile } from './profile.ts';
import { loginByAccount, logout } from './sign-in.ts';
import { type Browser, fakeBrowser, settle } from './testing/tabs.ts';
import { convertTokens, refreshTokens } from './tokens.ts';
import { downloadUsageData } from './usage-data.ts';

const access = (person: string) =>
  `head.${Buffer.from(JSON.stringify({ sub: person })).toString('base64url')}.signature`;
/** The token set of a person: `1` or `2`. */
const tokensOf = (person: string) => ({
  access: { token: access(person), type: 'Bearer', expires_in: 3600 },
  refresh: { token: `R${person}`, expires_in: 2_592_000 },
});
const another = { name: 'NoToken', code: 12, reason: 'another-person' };
const LOGIN = { identity: 'ann', password: 'x' };

/** Another site, whose script this page knows nothing of, signs a person in. */
const elsewhere = ({ jar }: Browser, person: string, expired = false) => {
  const { access: held, refresh } = tokensOf(person);
  if (expired) {
    jar.drop('access_token');
    jar.drop('token_type');
  } else jar.cookie = `access_token=${held.token}; max-age=3600`;
  jar.cookie = `refresh_token=${refresh.token}; max-age=3600`;
};

/** A browser in which person 1 is signed in, and a page that was drawn for them. */
const drawnForOne = () => {
  const browser = fakeBrowser();
  browser.tab().tokens.store(tokensOf('1'));
  const auth = browser.tab();
  const told = vi.fn<(signedIn: boolean, another?: true) => void>();
  auth.onChange(told);
  return { browser, auth, told };
};
const answer = async ({ net }: Browser, data: unknown) => {
  net.next().answer(200, { data });
  await settle();
};
const held = ({ jar }: Browser) => jar.cookie.match(/refresh_token=(\w+)/)?.[1];

describe('a page that shows one person does nothing for another', () => {
  test.each([
    ['getProfile', getProfile],
    ['updateProfile', auth => updateProfile(auth, { nickname: 'Ann' })],
    ['uploadAvatar', auth => uploadAvatar(auth, new Blob(['x']))],
    ['downloadUsageData', auth => downloadUsageData(auth, { id: '0190a5a4-0000-4000-8000-000000000000' })],
    ['logout', logout],
    ['refreshTokens', refreshTokens],
  ] as const satisfies readonly [string, (auth: ReturnType<Browser['tab']>) => Promise<unknown>][])(
    '%s sends and clears nothing once another site has signed another person in',
    async (_, call) => {
      const { browser, auth } = drawnForOne();
      elsewhere(browser, '2');
      await expect(call(auth)).rejects.toMatchObject(another);
      expect(browser.net.sent).toEqual([]);
      expect(held(browser)).toBe('R2');
    },
  );

  test.each(['refresh', 'convert'])('nor after a %s that gives another person’s token', async way => {
    const { browser, auth } = drawnForOne();
    if (way === 'refresh') elsewhere(browser, '2', true);
    else for (const name of ['access_token', 'token_type', 'refresh_token']) browser.jar.drop(name);
    const call = updateProfile(auth, { nickname: 'Ann' }).catch((thrown: unknown) => thrown);
    await settle();
    await answer(browser, tokensOf('2'));
    expect(await call).toMatchObject(another);
    expect(browser.net.sent.map(({ url }) => url.split('/accounts/')[1])).toEqual([`tokens/${way}`]);
    expect(held(browser)).toBe('R2');
  });

  test('nor when the server refuses the token that was sent, and another person’s is held by then', async () => {
    const { browser, auth } = drawnForOne();
    const call = getProfile(auth).catch((thrown: unknown) => thrown);
    await settle();
    elsewhere(browser, '2');
    browser.net.next().answer(401, { code: '10000000', msg: 'Access token is invalid.' });
    expect(await call).toMatchObject(another);
    expect(browser.net.pending).toEqual([]);
  });

  test('the first token that a page uses says for whom it is drawn', async () => {
    const browser = fakeBrowser();
    elsewhere(browser, '1', true);
    const auth = browser.tab();
    const call = getProfile(auth);
    await settle();
    await answer(browser, tokensOf('1'));
    await answer(browser, { id: '1' });
    expect(await call).toEqual({ id: '1' });
    elsewhere(browser, '2');
    await expect(getProfile(auth)).rejects.toMatchObject(another);
  });
});

describe('the page is told of another person', () => {
  test('once, when it is looked at again', async () => {
    const { browser, auth, told } = drawnForOne();
    browser.show();
    await settle();
    elsewhere(browser, '2');
    browser.show();
    browser.show();
    await settle();
    await expect(getProfile(auth)).rejects.toMatchObject(another);
    await settle();
    expect(told.mock.calls).toEqual([[true, true]]);
  });

  test('by the first call that is refused', async () => {
    const { browser, auth, told } = drawnForOne();
    elsewhere(browser, '2');
    await expect(getProfile(auth)).rejects.toMatchObject(another);
    await settle();
    expect(told.mock.calls).toEqual([[true, true]]);
  });

  test('when another tab of this site signs out and signs somebody else in', async () => {
    const { browser, auth, told } = drawnForOne();
    const other = browser.tab();
    const out = logout(other);
    await settle();
    await answer(browser, { id: '1' });
    await out;
    browser.deliver();
    const login = loginByAccount(other, LOGIN);
    await settle();
    await answer(browser, { auth: { account_id: '2', created: false, token: tokensOf('2') } });
    await login;
    browser.deliver();
    await settle();
    expect(told.mock.calls).toEqual([[false], [true, true]]);
    await expect(getProfile(auth)).rejects.toMatchObject(another);
    // The other tab shows the person that it signed in.
    const call = getProfile(other);
    await settle();
    await answer(browser, { id: '2' });
    expect(await call).toEqual({ id: '2' });
  });
});

describe('a page is another person’s', () => {
  const works = async (browser: Browser, auth: ReturnType<Browser['tab']>) => {
    const call = getProfile(auth);
    await settle();
    await answer(browser, { id: '2' });
    return call;
  };

  test('by a sign-in on it', async () => {
    const { browser, auth, told } = drawnForOne();
    const login = loginByAccount(auth, LOGIN);
    await settle();
    await answer(browser, { auth: { account_id: '2', created: false, token: tokensOf('2') } });
    await login;
    await settle();
    expect(told.mock.calls).toEqual([[true]]);
    expect(await works(browser, auth)).toEqual({ id: '2' });
  });

  test('by a conversion that it asked for', async () => {
    const { browser, auth } = drawnForOne();
    const converted = convertTokens(auth);
    await settle();
    await answer(browser, tokensOf('2'));
    await converted;
    expect(await works(browser, auth)).toEqual({ id: '2' });
  });

  test('once somebody else signs in after a sign-out on it', async () => {
    const { browser, auth } = drawnForOne();
    const out = logout(auth);
    await settle();
    await answer(browser, { id: '1' });
    await out;
    elsewhere(browser, '2');
    browser.jar.cookie = 'token_type=Bearer; max-age=3600';
    expect(await works(browser, auth)).toEqual({ id: '2' });
  });

  test('when it says that it was drawn again', async () => {
    const { browser, auth } = drawnForOne();
    elsewhere(browser, '2');
    await expect(getProfile(auth)).rejects.toMatchObject(another);
    acceptPerson(auth);
    expect(await works(browser, auth)).toEqual({ id: '2' });
  });
});
