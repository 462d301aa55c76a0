/** A pid that demands a second factor, over HTTP: no way begins a session without one, and one is set up during the sign-in. */
import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { SESSION_LIFE } from '../sessions/session-life.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { pageHeaders, secondFactorSteps } from '../testing/second-factors.ts';
import { DEMANDING, newPhone, PASSWORD, PID, refusalOf } from '../testing.ts';
import { COOKIE, CONVERT_SECRET, signedSession } from '../third-party/testing.ts';
import { NEW_PASSWORD, newEmail, newPerson, REDIRECT, stepsOf } from '../testing/valid-requests.ts';

const pid = DEMANDING;
let context: HttpAccounts;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = secondFactorSteps(context);
});
afterAll(() => context?.close());

const sessionsAt = async (at: string) => {
  const { db } = context.server.app;
  const rows = await db.selectFrom('sessions').select('id').where('pid', '=', at).execute();
  return rows.length;
};
/** The ticket of a refusal that lets a factor be set up. */
const setUpTicket = async (way: Promise<unknown>): Promise<string> => {
  const refused = await refusalOf(way);
  expect(refused).toMatchObject({
    refusal: 'SecondFactorRequired',
    detail: { data: { setup: true, methods: [] } },
  });
  return String(refused.detail.data?.ticket);
};
const login = (phone: string, password = PASSWORD) =>
  context.call('loginByAccount', { body: { identity: phone, password, pid } });
const setUpApp = async (step_ticket: string) => {
  const { ticket, secret } = await context.call('startStepTotp', { body: { ticket: step_ticket } });
  const body = { step_ticket, ticket, code: totpCodeAt(secret, context.server.now()) };
  return { secret, body, ...(await context.call('addStepTotp', { body })) };
};

test('what can be set up depends on the page: a passkey belongs to the domain', async () => {
  const { phone } = await context.member();
  const offered = async (origin: string) => {
    const body = { identity: phone, password: PASSWORD, pid };
    const refused = await refusalOf(context.call('loginByAccount', { body, headers: { origin } }));
    return refused.detail.data?.set_up_with;
  };
  expect(await offered('http://localhost:8080')).toEqual(['totp', 'passkey']);
  expect(await offered('http://127.0.0.1:8080')).toEqual(['totp']);
});

describe('at a pid that demands a second factor no session begins before one is set up', () => {
  test('by password, code, silent code, WeChat and QQ', async () => {
    const { access, phone } = await context.member();
    const wechat = await stepsOf(context).bound(access, 'wechat');
    const qq = await stepsOf(context).bound(access, 'qq');
    const code = async (name: 'sendLoginCaptcha' | 'sendSilentLoginCaptcha') => {
      context.server.now.move(60_000);
      await context.call(name, { body: { phone_number: phone, pid } });
      return { phone_number: phone, captcha: context.code(phone), pid };
    };
    const ways = [
      async () => login(phone),
      async () => {
        const ticket = await context.verified({ scene: 'security', identity: phone, pid });
        return context.call('loginSecurely', {
          body: { identity: phone, password: PASSWORD, pid },
          headers: { [headers.captchaTicket]: ticket },
        });
      },
      async () => context.call('loginByPhone', { body: await code('sendLoginCaptcha') }),
      async () => context.call('loginSilently', { body: await code('sendSilentLoginCaptcha') }),
      async () => context.call('loginByWechat', { body: { code: context.vendors.code(wechat), pid } }),
      async () =>
        context.call('loginByQq', { body: { code: context.vendors.code(qq), pid, redirect_uri: REDIRECT } }),
    ];
    for (const way of ways) await setUpTicket(way());
    expect(await sessionsAt(pid)).toBe(0);
  });

  test('by a number that becomes an account, by sign-up, and by an e-mail address', async () => {
    const phone = newPhone();
    await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid } });
    const silent = { phone_number: phone, captcha: context.code(phone), pid };
    await setUpTicket(context.call('loginSilently', { body: silent }));

    const other = newPhone();
    await context.call('sendRegisterCaptcha', { body: { phone_number: other, pid } });
    const signUp = { phone_number: other, captcha: context.code(other), password: PASSWORD };
    const registered = context.call('registerByPhone', { body: { ...signUp, agreement_ids: [-1], pid } });
    const { ticket } = await setUpApp(await setUpTicket(registered));
    const { auth } = await context.call('finishSetUp', { body: { ticket } });
    expect(auth.created).toBe(true);

    const email = newEmail();
    await context.call('sendEmailCaptcha', { body: { email } });
    const { captchaTicket } = await context.call('checkEmailCaptcha', {
      body: { email, captcha: context.code(email) },
    });
    const body = { captchaTicket, password: PASSWORD, rePassword: PASSWORD, pid };
    await setUpTicket(context.call('registerByEmail', { body }));
    await context.call('sendEmailLoginCaptcha', { body: { email, pid } });
    const mailed = { email, captcha: context.code(email), pid };
    await setUpTicket(context.call('loginByEmail', { body: mailed }));
    expect(await sessionsAt(pid)).toBe(1);
  });

  test('by a new WeChat account with a number; it is bound to the account that is made', async () => {
    const person = newPerson('wxa');
    const first = await refusalOf(
      context.call('loginByWechat', { body: { code: context.vendors.code(person), pid } }),
    );
    const oauth_ticket = String(first.detail.data?.oauth_ticket);
    const phone = newPhone();
    await context.call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket } });
    const body = { oauth_ticket, captcha: context.code(phone) };
    const { ticket } = await setUpApp(await setUpTicket(context.call('registerByThirdParty', { body })));
    await context.call('finishSetUp', { body: { ticket } });
    const again = context.call('loginByWechat', { body: { code: context.vendors.code(person), pid } });
    expect(await refusalOf(again)).toMatchObject({
      refusal: 'SecondFactorRequired',
      detail: { data: { methods: ['totp', 'recovery_code'] } },
    });
  });

  test("by an older site's cookie", async () => {
    const { id, phone } = await context.member();
    await context.server.database.pool.query('update accounts set pid = $1 where id = $2', [pid, id]);
    const exp = Math.floor(context.server.now() / 1000) + 60;
    const headers = { cookie: `${COOKIE}=${signedSession({ phone, exp }, CONVERT_SECRET)}` };
    expect(await refusalOf(context.call('convertTokens', { headers }))).toMatchObject({
      refusal: 'CookieInvalid',
    });
  });

  test('a pid that does not demand one begins a session at once', async () => {
    const { phone } = await context.member();
    const body = { identity: phone, password: PASSWORD, pid: PID };
    expect(await context.call('loginByAccount', { body })).toHaveProperty('auth');
  });
});

describe('setting one up during the sign-in', () => {
  test('an app: its code, the recovery codes, then the session', async () => {
    const { id, phone } = await context.member();
    const set = await setUpApp(await setUpTicket(login(phone)));
    expect(set.recovery_codes).toHaveLength(10);
    const before = await sessionsAt(pid);
    const { auth } = await context.call('finishSetUp', { body: { ticket: set.ticket } });
    expect(auth).toMatchObject({ account_id: id, created: false });
    expect(await sessionsAt(pid)).toBe(before + 1);
    const token = auth.token.access.token;
    expect(await context.call('getSecondFactors', { token })).toMatchObject({
      required: true,
      enabled: true,
      recovery_codes_left: 10,
    });
    expect(await refusalOf(context.call('finishSetUp', { body: { ticket: set.ticket } }))).toMatchObject({
      refusal: 'WrongTicket',
    });
    // The next sign-in asks for it.
    const next = await refusalOf(login(phone));
    expect(next.detail.data).toMatchObject({ methods: ['totp', 'recovery_code'] });
  });

  test('a passkey', async () => {
    const { body, person } = await steps.setUpPasskey();
    const headers = pageHeaders(context);
    const { ticket, recovery_codes: codes } = await context.call('addStepPasskey', { body, headers });
    expect(codes).toHaveLength(10);
    const { auth } = await context.call('finishSetUp', { body: { ticket } });
    expect(auth.account_id).toBe(person.id);
  });

  test('of twenty calls at once with one ticket one succeeds', async () => {
    const { body } = await steps.setUpApp();
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, () => context.call('addStepTotp', { body })),
    );
    const made = ends.flatMap(end => (end.status === 'fulfilled' ? [end.value.ticket] : []));
    expect(made.length).toBe(1);
    const [ticket = ''] = made;
    const finished = await Promise.allSettled(
      Array.from({ length: 20 }, () => context.call('finishSetUp', { body: { ticket } })),
    );
    expect(finished.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is refused with the ticket of another account, after ten wrong codes, ten minutes, or a new password', async () => {
    const wrongTicket = { refusal: 'WrongTicket' };
    const [one, other] = [await steps.setUpApp(), await steps.setUpApp()];
    const mixed = { ...one.body, step_ticket: other.body.step_ticket };
    expect(await refusalOf(context.call('addStepTotp', { body: mixed }))).toMatchObject(wrongTicket);

    const guess = (code: string) => context.call('addStepTotp', { body: { ...one.body, code } });
    for (let n = 0; n < 10; n += 1)
      expect(await refusalOf(guess('000000'))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(guess(one.body.code))).toMatchObject(wrongTicket);

    const { phone } = other.person;
    await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
    const body = { phone_number: phone, captcha: context.code(phone) };
    const reset = await context.call('checkResetPasswordCaptcha', { body });
    const passwords = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    await context.call('resetPassword', { body: { ticket: reset.ticket, ...passwords } });
    expect(await refusalOf(context.call('addStepTotp', { body: other.body }))).toMatchObject(wrongTicket);
    // The sign-in that follows a reset is no way around it.
    await setUpTicket(login(phone, NEW_PASSWORD));

    const late = await steps.setUpStep();
    context.server.now.move(10 * 60_000);
    const start = context.call('startStepTotp', { body: { ticket: late.ticket } });
    expect(await refusalOf(start)).toMatchObject(wrongTicket);
  });

  test('cannot add a second one: the ticket is refused once there is a factor', async () => {
    const { body, person } = await steps.setUpApp();
    const token = person.access;
    const begun = await context.call('startTotp', { token });
    const code = totpCodeAt(begun.secret, context.server.now());
    await context.call('addTotp', { token, body: { ticket: begun.ticket, code } });
    expect(await refusalOf(context.call('addStepTotp', { body }))).toMatchObject({ refusal: 'WrongTicket' });
  });
});

describe('while it is required', () => {
  test('the last factor stays, and the second step stays on', async () => {
    const { phone } = await context.member();
    const { ticket } = await setUpApp(await setUpTicket(login(phone)));
    const { auth } = await context.call('finishSetUp', { body: { ticket } });
    const token = auth.token.access.token;
    const refused = { refusal: 'IllegalOperation' };
    expect(await refusalOf(context.call('removeTotp', { token }))).toMatchObject(refused);
    const off = context.call('setTwoStepVerification', { token, body: { enabled: false } });
    expect(await refusalOf(off)).toMatchObject(refused);
    const { body } = await steps.newPasskey(token);
    await context.call('addPasskey', { token, body, headers: pageHeaders(context) });
    await context.call('removeTotp', { token });
  });

  test('a session that was begun before is not lengthened until its person sets one up', async () => {
    const { id, refresh } = await context.member();
    const { pool } = context.server.database;
    await pool.query('update sessions set pid = $1 where account_id = $2', [pid, id]);
    const life = SESSION_LIFE / 1000;
    context.server.now.move(3600_000);
    // The session goes on until its refresh token expires.
    const first = await context.call('refreshTokens', { body: { refresh_token: refresh } });
    expect(first.refresh.expires_in).toBe(life - 3600);
    context.server.now.move(3600_000);
    const second = await context.call('refreshTokens', { body: { refresh_token: first.refresh.token } });
    expect(second.refresh.expires_in).toBe(life - 7200);
    // The person proves who they are, as the sign-in was long ago, and sets up an app.
    const token = second.access.token;
    await context.call('proveByPassword', { token, body: { password: PASSWORD } });
    const { ticket, secret } = await context.call('startTotp', { token });
    const code = totpCodeAt(secret, context.server.now());
    await context.call('addTotp', { token, body: { ticket, code } });
    const third = await context.call('refreshTokens', { body: { refresh_token: second.refresh.token } });
    expect(third.refresh.expires_in).toBe(life);
  });
});
