import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomes, PASSWORD, PID, refusalOf, wrongCode } from '../testing.ts';
import { NEW_PASSWORD, newEmail, stepsOf } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());
const pid = PID;

test('an account of an address, which signs in in any case and is shown masked', async () => {
  const { id, email, access } = await stepsOf(context).mailed();
  expect(context.server.development?.list(email)[0]).toMatchObject({ channel: 'email', purpose: 'email' });
  const identity = ` ${email.toUpperCase()} `;
  const { auth } = await context.signIn(identity);
  expect(auth).toMatchObject({ account_id: id, created: false });
  const privacy = await context.call('getPrivacy', { token: access });
  expect(privacy).toMatchObject({ phone_number: null, has_password: true, username: null });
  expect(privacy.email).toMatch(/\*.*@school\.example$/);
  // Nothing was agreed to: all that needs a signature is asked for.
  const query = { pid };
  expect(await context.call('getUnsignedAgreements', { token: access, query })).toEqual(
    await context.call('getAgreements', { query }),
  );
});

test('the ticket is good for ten minutes, and no other ticket stands in for it', async () => {
  const email = newEmail();
  await context.call('sendEmailCaptcha', { body: { email } });
  const { captchaTicket } = await context.call('checkEmailCaptcha', {
    body: { email, captcha: context.code(email) },
  });
  const { phone } = await context.visitor();
  await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
  const { ticket } = await context.call('checkResetPasswordCaptcha', {
    body: { phone_number: phone, captcha: context.code(phone) },
  });
  const register = (given: string) =>
    context.call('registerByEmail', {
      body: { captchaTicket: given, password: PASSWORD, rePassword: PASSWORD, pid },
    });
  expect(await refusalOf(register(ticket))).toMatchObject({ refusal: 'WrongTicket' });
  context.server.now.move(10 * 60_000);
  expect(await refusalOf(register(captchaTicket))).toMatchObject({ refusal: 'WrongTicket' });
});

test('a code for an address is none for a number, and one purpose is none for another', async () => {
  const { phone } = await context.visitor();
  await context.call('sendCommonCaptcha', { body: { phone_number: phone, pid } });
  const body = { phone_number: phone, captcha: context.code(phone) };
  expect(await refusalOf(context.call('checkResetPasswordCaptcha', { body }))).toMatchObject({
    refusal: 'CaptchaMismatch',
  });
  expect(await context.call('checkCommonCaptcha', { body })).toEqual({ ticket: expect.any(String) });
});

describe('a person who has an e-mail address alone', () => {
  test('signs in by a code, once, in any case of the address', async () => {
    const { id, email } = await stepsOf(context).mailed();
    await context.call('sendEmailLoginCaptcha', { body: { email: email.toUpperCase(), pid } });
    expect(context.server.development?.list(email)[0]).toMatchObject({ channel: 'email', purpose: 'login' });
    const body = { email, captcha: context.code(email), pid };
    const { auth } = await context.call('loginByEmail', { body });
    expect(auth).toMatchObject({ account_id: id, created: false });
    expect(await context.call('getProfile', { token: auth.token.access.token })).toMatchObject({ id });
    expect(await refusalOf(context.call('loginByEmail', { body }))).toMatchObject({
      refusal: 'CaptchaMismatch',
    });
  });

  test('resets the password by a code, which ends every session', async () => {
    const { id, email, access } = await stepsOf(context).mailed();
    await context.call('sendEmailResetCaptcha', { body: { email, pid } });
    expect(context.server.development?.list(email)[0]).toMatchObject({ channel: 'email', purpose: 'reset' });
    const { ticket } = await context.call('checkEmailResetCaptcha', {
      body: { email, captcha: context.code(email) },
    });
    const body = { ticket, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    await context.call('resetPassword', { body });
    expect(await refusalOf(context.call('getProfile', { token: access }))).toMatchObject({
      refusal: 'TokenInvalid',
    });
    const { auth } = await context.signIn(email, NEW_PASSWORD);
    expect(auth.account_id).toBe(id);
    expect(await refusalOf(context.call('resetPassword', { body }))).toMatchObject({
      refusal: 'WrongTicket',
    });
  });

  test('cannot use a code to sign in for a reset, nor the other way round', async () => {
    const { email } = await stepsOf(context).mailed();
    await context.call('sendEmailLoginCaptcha', { body: { email, pid } });
    const login = context.code(email);
    expect(
      await refusalOf(context.call('checkEmailResetCaptcha', { body: { email, captcha: login } })),
    ).toMatchObject({ refusal: 'CaptchaMismatch' });
    await context.call('sendEmailResetCaptcha', { body: { email, pid } });
    const reset = context.code(email);
    expect(
      await refusalOf(context.call('loginByEmail', { body: { email, captcha: wrongCode(login), pid } })),
    ).toMatchObject({ refusal: 'CaptchaMismatch' });
    if (reset !== login) {
      expect(
        await refusalOf(context.call('loginByEmail', { body: { email, captcha: reset, pid } })),
      ).toMatchObject({ refusal: 'CaptchaMismatch' });
    }
  });
});

describe.each([
  ['sendEmailLoginCaptcha', 'loginByEmail', { pid }],
  ['sendEmailResetCaptcha', 'checkEmailResetCaptcha', {}],
] as const)('%s and %s tell nothing of who has an account', (send, use, more) => {
  test('an address without an account is answered alike, held alike, and gets a message without a code', async () => {
    const known = (await stepsOf(context).mailed()).email;
    const unknown = newEmail();
    const requestCode = (email: string) => context.call(send, { body: { email, pid } });
    expect(await requestCode(unknown)).toEqual(await requestCode(known));
    const again = [await refusalOf(requestCode(unknown)), await refusalOf(requestCode(known))];
    for (const refused of again) {
      expect(refused).toMatchObject({ refusal: 'CaptchaTooFrequent' });
      expect(refused.detail).toEqual(again[0]?.detail);
    }
    const [message] = context.server.development?.list(unknown) ?? [];
    expect(message).toMatchObject({ channel: 'email', code: '' });
    expect(message?.text).not.toMatch(/\d{6}/);
  });

  test('a wrong code sounds the same with and without an account, also when five went before', async () => {
    const known = (await stepsOf(context).mailed()).email;
    const emails = [known, newEmail()];
    for (const email of emails) await context.call(send, { body: { email, pid } });
    const captcha = wrongCode(context.code(known));
    for (let guess = 0; guess < 7; guess += 1) {
      const refusals = [];
      for (const email of emails) {
        refusals.push(await refusalOf(context.call(use, { body: { email, captcha, ...more } })));
      }
      expect(refusals[0]).toMatchObject({ refusal: 'CaptchaMismatch' });
      expect(refusals[1]).toMatchObject({ refusal: 'CaptchaMismatch' });
      expect(refusals[1]?.detail).toEqual(refusals[0]?.detail);
    }
  });
});

describe('the address of an account', () => {
  const bind = async (token: string, email: string) => {
    await context.call('sendEmailBindCaptcha', { token, body: { email, pid } });
    return context.call('bindEmail', { token, body: { email, captcha: context.code(email) } });
  };
  const noticesOf = (accountId: string) =>
    context.server.app.db
      .selectFrom('security_notices')
      .select(['kind', 'recipient', 'details'])
      .where('account_id', '=', accountId)
      .where('kind', 'like', 'email-%')
      .execute();

  test('is bound by a code, and then signs in', async () => {
    const { id, access } = await context.member();
    const email = newEmail();
    await bind(access, email);
    expect(context.server.development?.list(email)[0]?.text).toContain('绑定邮箱');
    expect((await context.signIn(email)).auth.account_id).toBe(id);
    expect(await noticesOf(id)).toMatchObject([{ kind: 'email-added' }]);
  });

  test('is replaced by another, and the one before is free', async () => {
    const { id, email, access } = await stepsOf(context).mailed();
    const next = newEmail();
    await bind(access, next);
    expect((await context.signIn(next)).auth.account_id).toBe(id);
    // The previous address gets a message, which shows the new one masked.
    const [notice] = await noticesOf(id);
    expect(notice?.kind).toBe('email-changed');
    expect(JSON.stringify(notice?.details)).not.toContain(next);
    // A row forgets its recipient once it is sent, which a job does at any time.
    const sent = () => context.server.development?.listNotices(email).map(({ kind }) => kind);
    await expect.poll(sent).toContain('email-changed');
    expect(await refusalOf(context.signIn(email))).toMatchObject({ refusal: 'WrongCredentials' });
    context.server.now.move(60_000);
    expect((await stepsOf(context).mailed(email)).id).not.toBe(id);
  });

  test('goes to one of two accounts that bind it at once', async () => {
    const email = newEmail();
    const people = await Promise.all([context.visitor(), context.visitor()]);
    await context.call('sendEmailBindCaptcha', { token: people[0].access, body: { email, pid } });
    const body = { email, captcha: context.code(email) };
    const ends = await outcomes(
      people.map(({ access: token }) => context.call('bindEmail', { token, body })),
    );
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
  });
});
