/** People's second factors over HTTP: every way to sign in asks for them, and changes need a fresh proof. */
import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { PROOF_LIFE } from '../../../identity/fresh-proof.ts';
import { SESSION_GUESSES } from '../sessions/session-guesses.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { pageHeaders, secondFactorSteps } from '../testing/second-factors.ts';
import { PASSWORD, PID, refusalOf } from '../testing.ts';
import { COOKIE, CONVERT_SECRET, signedSession } from '../third-party/testing.ts';
import { NEW_PASSWORD, newPerson, REDIRECT, stepsOf } from '../testing/valid-requests.ts';

let context: HttpAccounts;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = secondFactorSteps(context);
});
afterAll(() => context?.close());

const pid = PID;
const required = { refusal: 'SecondFactorRequired' };
const codeOf = (secret: string) =>
  ({ method: 'totp', code: totpCodeAt(secret, context.server.now()) }) as const;
const sessionsOf = async (accountId: string) => {
  const { db } = context.server.app;
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.length;
};

describe('every way to sign in asks for the second factor, and begins no session before', () => {
  test('password, code, silent code, WeChat, QQ', async () => {
    const person = await steps.withApp();
    const { id, phone, access } = person;
    const wechat = await stepsOf(context).bound(access, 'wechat');
    const qq = await stepsOf(context).bound(access, 'qq');
    const before = await sessionsOf(id);
    const code = async (name: 'sendLoginCaptcha' | 'sendSilentLoginCaptcha') => {
      context.server.now.move(60_000);
      await context.call(name, { body: { phone_number: phone, pid } });
      return { phone_number: phone, captcha: context.code(phone), pid };
    };
    const ways = [
      async () => context.call('loginByAccount', { body: { identity: phone, password: PASSWORD, pid } }),
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
    for (const way of ways) expect(await refusalOf(way())).toMatchObject(required);
    expect(await sessionsOf(id)).toBe(before);
  });

  test('an e-mail code', async () => {
    const { email, access: token } = await stepsOf(context).mailed();
    const { ticket, secret } = await context.call('startTotp', { token });
    const body = { ticket, code: totpCodeAt(secret, context.server.now()) };
    await context.call('addTotp', { token, body });
    await context.call('sendEmailLoginCaptcha', { body: { email, pid } });
    const login = context.call('loginByEmail', { body: { email, captcha: context.code(email), pid } });
    expect(await refusalOf(login)).toMatchObject(required);
  });

  test('a WeChat account that is finished with the number of an account', async () => {
    const { id, phone } = await steps.withApp();
    const ticket = await stepsOf(context).oauthTicket(newPerson('wxa'));
    await context.call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket: ticket } });
    const body = { oauth_ticket: ticket, captcha: context.code(phone) };
    expect(await refusalOf(context.call('registerByThirdParty', { body }))).toMatchObject(required);
    // The number alone binds nothing.
    const { db } = context.server.app;
    expect(
      await db.selectFrom('identities').select('subject').where('account_id', '=', id).execute(),
    ).toEqual([]);
  });

  test("an older site's cookie is refused", async () => {
    const { phone } = await steps.withApp();
    const exp = Math.floor(context.server.now() / 1000) + 60;
    const headers = { cookie: `${COOKIE}=${signedSession({ phone, exp }, CONVERT_SECRET)}` };
    expect(await refusalOf(context.call('convertTokens', { headers }))).toMatchObject({
      refusal: 'CookieInvalid',
    });
  });
});

describe('the second step', () => {
  test('answers the tokens, and its ticket can be used once', async () => {
    const person = await steps.withApp();
    const ticket = await steps.step(person);
    const { auth } = await context.call('finishSignIn', { body: { ticket, proof: codeOf(person.secret) } });
    expect(auth).toMatchObject({ account_id: person.id, created: false });
    await context.call('getProfile', { token: auth.token.access.token });
    const proof = { method: 'recovery_code', code: person.codes[0] ?? '' } as const;
    expect(await refusalOf(context.call('finishSignIn', { body: { ticket, proof } }))).toMatchObject({
      refusal: 'WrongTicket',
    });
    // The refused step has not used up the recovery code.
    const again = await steps.step(person);
    await context.call('finishSignIn', { body: { ticket: again, proof } });
    expect(await context.call('getSecondFactors', { token: auth.token.access.token })).toMatchObject({
      recovery_codes_left: 9,
    });
  });

  test('of a hundred calls at once with one ticket and one code, one signs in', async () => {
    const person = await steps.withApp();
    const ticket = await steps.step(person);
    const proof = codeOf(person.secret);
    const before = await sessionsOf(person.id);
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, () => context.call('finishSignIn', { body: { ticket, proof } })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await sessionsOf(person.id)).toBe(before + 1);
  });

  test('is refused after the password is reset; the reset does not remove the factor', async () => {
    const person = await steps.withApp();
    const ticket = await steps.step(person);
    const { phone } = person;
    await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
    const challenge = { phone_number: phone, captcha: context.code(phone) };
    const reset = await context.call('checkResetPasswordCaptcha', { body: challenge });
    const passwords = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    await context.call('resetPassword', { body: { ticket: reset.ticket, ...passwords } });
    const proof = { method: 'recovery_code', code: person.codes[0] ?? '' } as const;
    expect(await refusalOf(context.call('finishSignIn', { body: { ticket, proof } }))).toMatchObject({
      refusal: 'WrongTicket',
    });
    const next = await steps.step(person, NEW_PASSWORD);
    await context.call('finishSignIn', { body: { ticket: next, proof } });
  });

  test('takes a passkey of this account only', async () => {
    const headers = pageHeaders(context);
    const person = await steps.withPasskey();
    const other = await steps.withPasskey();
    const ticket = await steps.step(person);
    const finish = async (authenticator: typeof person.authenticator) => {
      const challenge = await context.call('challengeSecondStep', { body: { ticket }, headers });
      const response = authenticator.assert(challenge.options);
      const proof = { method: 'passkey', ticket: challenge.ticket, response } as const;
      return context.call('finishSignIn', { body: { ticket, proof }, headers });
    };
    expect(await refusalOf(finish(other.authenticator))).toMatchObject({ refusal: 'WrongTicket' });
    expect((await finish(person.authenticator)).auth.account_id).toBe(person.id);
  });
});

describe('sign-in by passkey', () => {
  test('is both factors, and a fresh proof', async () => {
    const headers = pageHeaders(context);
    const { id, phone, authenticator } = await steps.withPasskey();
    const { db } = context.server.app;
    const failures = async () =>
      (await db.selectFrom('sign_in_failures').select('consecutive').execute()).map(row => row.consecutive);
    const before = await failures();
    const wrong = { identity: phone, password: 'Wrong-one1', pid };
    expect(await refusalOf(context.call('loginByAccount', { body: wrong }))).toMatchObject({
      refusal: 'WrongCredentials',
    });
    expect(await failures()).not.toEqual(before);
    const { ticket, options } = await context.call('challengePasskeySignIn', { headers });
    const body = { ticket, response: authenticator.assert(options), pid };
    const { auth } = await context.call('loginByPasskey', { body, headers });
    expect(auth.account_id).toBe(id);
    expect(await failures()).toEqual(before);
    await context.call('startTotp', { token: auth.token.access.token });
    expect(await refusalOf(context.call('loginByPasskey', { body, headers }))).toMatchObject({
      refusal: 'WrongTicket',
    });
  });

  test('the challenge of a second step does not sign in another account', async () => {
    const headers = pageHeaders(context);
    const person = await steps.withPasskey();
    const ticket = await steps.step(person);
    const challenge = await context.call('challengeSecondStep', { body: { ticket }, headers });
    const body = { ticket: challenge.ticket, response: person.authenticator.assert(challenge.options), pid };
    expect(await refusalOf(context.call('loginByPasskey', { body, headers }))).toMatchObject({
      refusal: 'WrongTicket',
    });
  });
});

describe('guesses with an access token', () => {
  const wrong = { method: 'totp', code: '000000' } as const;

  test('do not delay the second step of the person, and ten in a row end the session', async () => {
    const person = await steps.withApp();
    const { access: token, secret } = person;
    const guess = () => refusalOf(context.call('proveBySecondFactor', { token, body: { proof: wrong } }));
    for (let n = 0; n < SESSION_GUESSES - 1; n += 1)
      expect(await guess()).toMatchObject({ refusal: 'CaptchaMismatch' });
    await context.call('getProfile', { token });
    const ticket = await steps.step(person);
    await context.call('finishSignIn', { body: { ticket, proof: codeOf(secret) } });
    expect(await guess()).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(context.call('getProfile', { token }))).toMatchObject({ refusal: 'TokenInvalid' });
  });

  test('a right one resets the count', async () => {
    const { access: token, secret } = await steps.withApp();
    const prove = (proof: typeof wrong | ReturnType<typeof codeOf>) =>
      context.call('proveBySecondFactor', { token, body: { proof } });
    for (let n = 0; n < SESSION_GUESSES - 1; n += 1) await refusalOf(prove(wrong));
    await prove(codeOf(secret));
    for (let n = 0; n < SESSION_GUESSES - 1; n += 1) await refusalOf(prove(wrong));
    await expect(context.call('getProfile', { token })).resolves.toBeDefined();
  });

  test('are compared ten times of a hundred at once', async () => {
    const { access: token } = await steps.withApp();
    const ends = await Promise.all(
      Array.from({ length: 100 }, () =>
        refusalOf(context.call('proveBySecondFactor', { token, body: { proof: wrong } })),
      ),
    );
    const compared = ends.filter(end => end?.refusal === 'CaptchaMismatch');
    expect(compared.length).toBeLessThanOrEqual(SESSION_GUESSES);
    expect(await refusalOf(context.call('getProfile', { token }))).toMatchObject({ refusal: 'TokenInvalid' });
  });

  test('that set an app up end the session too', async () => {
    const { access: token } = await context.member();
    const { ticket } = await context.call('startTotp', { token });
    const guess = () => refusalOf(context.call('addTotp', { token, body: { ticket, code: '000000' } }));
    for (let n = 0; n < SESSION_GUESSES; n += 1)
      expect(await guess()).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await guess()).toMatchObject({ refusal: 'TokenInvalid' });
  });
});

describe('changes', () => {
  test('the first factor ends other sessions', async () => {
    const { id, phone, access: token } = await context.member();
    await context.call('loginByAccount', { body: { identity: phone, password: PASSWORD, pid } });
    expect(await sessionsOf(id)).toBe(2);
    const { ticket, secret } = await context.call('startTotp', { token });
    const body = { ticket, code: totpCodeAt(secret, context.server.now()) };
    expect((await context.call('addTotp', { token, body })).recovery_codes).toHaveLength(10);
    expect(await sessionsOf(id)).toBe(1);
    await context.call('getProfile', { token });
  });

  test('each sends a message to the person', async () => {
    const { id, access: token } = await steps.withApp();
    const { authenticator, body } = await steps.newPasskey(token);
    const headers = pageHeaders(context);
    await context.call('addPasskey', { token, body, headers });
    await context.call('renewRecoveryCodes', { token });
    await context.call('removePasskey', { token, body: { id: authenticator.id } });
    await context.call('removeTotp', { token });
    const { db } = context.server.app;
    const rows = await db
      .selectFrom('security_notices')
      .select('kind')
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute();
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      'passkey-added',
      'passkey-removed',
      'password-set',
      'recovery-codes-made',
      'second-factor-off',
      'second-factor-on',
    ]);
  });

  test('after the last factor is removed the password alone signs in', async () => {
    const { phone, access: token } = await steps.withApp();
    await context.call('removeTotp', { token });
    const body = { identity: phone, password: PASSWORD, pid };
    expect(await context.call('loginByAccount', { body })).toHaveProperty('auth');
  });

  test('a second factor proves who it is', async () => {
    const { access: token, secret } = await steps.withApp();
    context.server.now.move(PROOF_LIFE);
    const renew = () => context.call('renewRecoveryCodes', { token });
    expect(await refusalOf(renew())).toMatchObject({ refusal: 'ProofRequired' });
    await context.call('proveBySecondFactor', { token, body: { proof: codeOf(secret) } });
    await renew();
  });

  test('a passkey alone makes no other sign-in ask for it, until that is turned on', async () => {
    const { id, phone, access: token, authenticator } = await steps.withPasskey({ enabled: false });
    const body = { identity: phone, password: PASSWORD, pid };
    await context.call('loginByAccount', { body });
    expect(await sessionsOf(id)).toBe(2);
    expect(await context.call('getSecondFactors', { token })).toMatchObject({
      enabled: false,
      recovery_codes_left: 0,
    });
    const { recovery_codes: codes } = await context.call('setTwoStepVerification', {
      token,
      body: { enabled: true },
    });
    expect(codes).toHaveLength(10);
    expect(await sessionsOf(id)).toBe(1);
    expect(await refusalOf(context.call('loginByAccount', { body }))).toMatchObject(required);
    await context.call('setTwoStepVerification', { token, body: { enabled: false } });
    await context.call('loginByAccount', { body });
    // Turned on again, the recovery codes of before are still good.
    expect(await context.call('setTwoStepVerification', { token, body: { enabled: true } })).toEqual({
      recovery_codes: null,
    });
    await context.call('removePasskey', { token, body: { id: authenticator.id } });
    await context.call('loginByAccount', { body });
  });

  test('a passkey that sign-ins do not ask for proves who it is, beside the password', async () => {
    const { access: token } = await steps.withPasskey({ enabled: false });
    const { ways } = await context.call('getProofWays', { token });
    expect(ways.map(({ way }) => way)).toEqual(['password', 'second-factor', 'phone']);
  });

  test('are deleted with the account', async () => {
    const { id } = await steps.withPasskey();
    const { db } = context.server.app;
    await db.deleteFrom('accounts').where('id', '=', id).execute();
    for (const table of ['totp_secrets', 'passkeys', 'recovery_codes'] as const)
      expect(await db.selectFrom(table).selectAll().where('account_id', '=', id).execute()).toEqual([]);
  });
});
