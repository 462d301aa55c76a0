import type { TokenSet } from '@rollcall/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COOKIE, CONVERT_SECRET, signedSession } from '../third-party/testing.ts';
import { type TestServer, testServer } from '../../../app/testing.ts';
import { newUsername, stepsOf } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { newPhone, refusalOf } from '../testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Another last digit of base64url for the same 32 bytes: its two lowest bits count for nothing. */
const spellings = (digit: string): string => DIGITS[DIGITS.indexOf(digit) ^ 1] ?? digit;

const accountOf = async (token: string) => (await context.call('getPrivacy', { token })).id;

describe('by a signed cookie [7.convertTokens]', () => {
  const convert = async (claims: object, secret = CONVERT_SECRET) => {
    const exp = context.server.now() / 1000 + 60;
    const cookie = `a=1; ${COOKIE}=${signedSession({ exp, ...claims }, secret)}; b=2`;
    const { access } = await context.call('convertTokens', { headers: { cookie } });
    return accountOf(access.token);
  };

  test('the account by its id, phone, username or e-mail address [4.conversion]', async () => {
    const { id, phone, access } = await context.visitor();
    expect(await convert({ sub: id })).toBe(id);
    expect(await convert({ phone })).toBe(id);
    const username = newUsername();
    await context.call('setUsername', { token: access, body: { username } });
    expect(await convert({ username: username.toUpperCase() })).toBe(id);
    const mailed = await stepsOf(context).mailed();
    expect(await convert({ email: mailed.email })).toBe(mailed.id);
  });

  test.each([
    ['of nobody here', () => ({ phone: newPhone() })],
    ['of an id that is none', () => ({ sub: "' or true" })],
    ['of an id that nobody has', () => ({ sub: '00000000-0000-4000-8000-000000000000' })],
    ['over', () => ({ phone: newPhone(), exp: context.server.now() / 1000 })],
  ])('%s is refused', async (_, claims) => {
    expect(await refusalOf(convert(claims()))).toMatchObject({ refusal: 'CookieInvalid' });
  });

  const older = (claims: object, exp: number) => {
    const session = signedSession({ exp: context.server.now() / 1000 + exp, ...claims }, CONVERT_SECRET);
    return { headers: { cookie: `${COOKIE}=${session}` } };
  };
  const again = async (args: { headers: Readonly<Record<string, string>> }) =>
    refusalOf(context.call('convertTokens', args));

  test.each([
    [
      'a sign-out',
      ({ access, refresh }: TokenSet) =>
        context.call('logout', { token: access.token, body: { refresh_token: refresh.token } }),
    ],
    [
      'the end of the tokens',
      ({ access }: TokenSet) => context.call('deleteTokens', { token: access.token }),
    ],
    [
      'the end of all others, from another device',
      async (_: TokenSet, id: string) => {
        await context.server.app.db
          .updateTable('sessions')
          .set({ ended_at: new Date(context.server.now()) })
          .where('account_id', '=', id)
          .execute();
      },
    ],
  ])('after %s it is not converted again; a new one of the older site is', async (_name, end) => {
    const { id, phone } = await context.visitor();
    const first = older({ phone }, 60);
    const tokens = await context.call('convertTokens', first);
    // While its session runs it is, as by a second tab.
    const second = await context.call('convertTokens', first);
    await end(second, id);
    expect(await again(first)).toMatchObject({ refusal: 'CookieInvalid' });
    // Another spelling of the same signature.
    const spelled = { headers: { cookie: first.headers.cookie.replace(/.$/, last => spellings(last)) } };
    expect(await again(spelled)).toMatchObject({ refusal: 'CookieInvalid' });
    expect((await context.call('convertTokens', older({ phone }, 61))).access.token).not.toBe(
      tokens.access.token,
    );
  });

  test('is converted by several pages at once while none of its sessions has ended', async () => {
    const session = older({ phone: (await context.visitor()).phone }, 60);
    const pages = Array.from({ length: 8 }, () => context.call('convertTokens', session));
    expect(await Promise.allSettled(pages)).toEqual(
      pages.map(() => expect.objectContaining({ status: 'fulfilled' })),
    );
  });

  // A page that is left while it converts never gets its tokens; the next page converts too, and either may be the later one.
  test.each([0, 1])('of two sessions that it began at once, the end of number %i holds', async ended => {
    const { phone } = await context.visitor();
    const session = older({ phone }, 60);
    const begun = await Promise.all([
      context.call('convertTokens', session),
      context.call('convertTokens', session),
    ]);
    const [ends, goesOn] = ended === 0 ? begun : [begun[1], begun[0]];
    await context.call('deleteTokens', { token: ends.access.token });
    expect(await again(session)).toMatchObject({ refusal: 'CookieInvalid' });
    expect(await accountOf(goesOn.access.token)).toBeTruthy();
  });

  test('as a bearer token it is the same session: a sign-out of one ends both', async () => {
    const { phone } = await context.visitor();
    const { headers } = older({ phone }, 60);
    const bearer = { headers: { authorization: `Bearer ${headers.cookie.replace(`${COOKIE}=`, '')}` } };
    const { access } = await context.call('convertTokens', bearer);
    await context.call('convertTokens', { headers });
    await context.call('deleteTokens', { token: access.token });
    expect(await again({ headers })).toMatchObject({ refusal: 'CookieInvalid' });
    expect(await again(bearer)).toMatchObject({ refusal: 'CookieInvalid' });
  });

  test.each([
    ['without `iat`', () => ({}), false],
    ['with an earlier `iat`', (at: number) => ({ iat: at - 1 }), false],
    ['with an `iat` in milliseconds', (at: number) => ({ iat: (at + 1) * 1000 }), false],
    ['with an `iat` that is no number', (at: number) => ({ iat: String(at + 1) }), false],
    ['with a later `iat`', (at: number) => ({ iat: at + 1 }), true],
  ])('after the end of all sessions one %s, by cookie and bearer', async (_, claims, converted) => {
    const { id, phone, access: token } = await context.member();
    const ended = Math.ceil(context.server.now() / 1000);
    await context.call('endOtherDevices', { token });
    context.server.now.move(2000);
    const session = signedSession({ exp: ended + 600, phone, ...claims(ended) }, CONVERT_SECRET);
    for (const headers of [{ cookie: `${COOKIE}=${session}` }, { authorization: `Bearer ${session}` }]) {
      const outcome = context.call('convertTokens', { headers });
      if (converted) expect(await accountOf((await outcome).access.token)).toBe(id);
      else expect(await refusalOf(outcome)).toMatchObject({ refusal: 'CookieInvalid' });
    }
  });

  test('a username that looks like a phone number is read as a username', async () => {
    const { phone } = await context.visitor();
    expect(await refusalOf(convert({ username: phone }))).toMatchObject({ refusal: 'CookieInvalid' });
  });

  test('a forged or missing cookie is refused', async () => {
    const { phone } = await context.visitor();
    expect(await refusalOf(convert({ phone }, 'another-secret-0123456789'))).toMatchObject({
      refusal: 'CookieInvalid',
    });
    expect(await refusalOf(context.call('convertTokens'))).toMatchObject({ refusal: 'CookieInvalid' });
  });
});

describe('by a request to the older site [7.convertTokens]', () => {
  let olderSite: TestServer;
  const serverWith = (timeout: string) =>
    testServer({
      env: {
        ROLLCALL_CONVERT_COOKIE: COOKIE,
        ROLLCALL_CONVERT_URL: `${context.vendors.url}/older/whoami`,
        ROLLCALL_THIRD_PARTY_TIMEOUT: timeout,
      },
    });
  beforeAll(async () => {
    // The most there is: an older site that answers is waited for, however slow the machine.
    olderSite = await serverWith('20000');
  });
  afterEach(() => {
    context.vendors.olderSite = 'well';
  });
  afterAll(() => olderSite?.stop());

  const path = '/tiger/v3/web/accounts/';
  const visitor = async () => {
    const phone = newPhone();
    await olderSite.ask('POST', `${path}captcha/login/silence`, { phone_number: phone, pid: 'school' });
    const captcha = olderSite.codes(phone)[0];
    const body = { phone_number: phone, captcha, pid: 'school' };
    await olderSite.ask('POST', `${path}phone/login/silence`, body);
    return phone;
  };
  const convert = (headers: Record<string, string>) =>
    olderSite.ask('POST', `${path}tokens/convert`, undefined, headers);

  test('sends its cookie and nothing else of the request [4.conversion]', async () => {
    const session = context.vendors.session({ phone: await visitor() });
    const answer = await convert({ cookie: `theirs=secret; ${COOKIE}=${session}` });
    expect(answer.status).toBe(200);
    expect(answer.json?.data).toMatchObject({ access: { type: 'Bearer' } });
    expect(context.vendors.requests.at(-1)?.headers.cookie).toBe(`${COOKIE}=${session}`);
  });

  test('its answer says by `iat` when the session began: one of before the end of all is not converted', async () => {
    const phone = await visitor();
    const { db } = olderSite.app;
    const at = olderSite.now();
    const ended = new Date(at);
    const { account_id: id } = await db
      .selectFrom('identifiers')
      .select('account_id')
      .where('value', '=', phone)
      .executeTakeFirstOrThrow();
    await db.updateTable('accounts').set({ sessions_ended_at: ended }).where('id', '=', id).execute();
    const statusOf = async (claims: object) => {
      const session = context.vendors.session({ phone, ...claims });
      return (await convert({ authorization: `Bearer ${session}` })).status;
    };
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ iat: at / 1000 - 1 })).toBe(401);
    expect(await statusOf({ iat: at / 1000 })).toBe(200);
  });

  test('sends its bearer token', async () => {
    const session = context.vendors.session({ phone: await visitor() });
    expect((await convert({ authorization: `Bearer ${session}` })).status).toBe(200);
    expect(context.vendors.requests.at(-1)?.headers.cookie).toBeUndefined();
  });

  test('answers CookieInvalid if the older site has no session', async () => {
    const answer = await convert({ cookie: `${COOKIE}=over` });
    expect(answer).toMatchObject({ status: 401, json: { code: '10000002' } });
  });

  test('when it is silent for good its session may yet be good: TooBusy', async () => {
    const impatient = await serverWith('50');
    try {
      const session = context.vendors.session({ phone: newPhone() });
      context.vendors.olderSite = 'silent';
      const headers = { cookie: `${COOKIE}=${session}` };
      const answer = await impatient.ask('POST', `${path}tokens/convert`, undefined, headers);
      expect(answer).toMatchObject({ status: 503, json: { code: 'RC_54' } });
      expect(answer.headers.get('retry-after')).toBe('10');
    } finally {
      await impatient.stop();
    }
  });

  test.each(['cut', { status: 500 }, { status: 429 }] as const)(
    'when it is %j its session may yet be good: TooBusy',
    async condition => {
      const session = context.vendors.session({ phone: await visitor() });
      context.vendors.olderSite = condition;
      const answer = await convert({ cookie: `${COOKIE}=${session}` });
      expect(answer).toMatchObject({ status: 503, json: { code: 'RC_54' } });
      expect(answer.headers.get('retry-after')).toBe('10');
    },
  );
});
