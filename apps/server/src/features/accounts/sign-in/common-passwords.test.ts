/** Common passwords are refused wherever one is set, and people who have one are asked to change it. */
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPhone, PASSWORD, PID, refusalOf, type TestAccounts, testAccounts } from '../testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());
const pid = PID;
const refused = { refusal: 'PasswordTooCommon', detail: { data: { field: 'password' } } };

const login = (identity: string, password: string) =>
  context.call('loginByAccount', { body: { identity, password, pid } });

describe.each([
  ['one of the most used', () => 'Qwer1234'],
  ['the own number', (phone: string) => phone],
])('%s', (_, common) => {
  test('is refused at registration, and the code stays valid', async () => {
    const phone_number = newPhone();
    await context.call('sendRegisterCaptcha', { body: { phone_number, pid } });
    const body = { phone_number, captcha: context.code(phone_number), agreement_ids: [-1], pid };
    const call = (password: string) => context.call('registerByPhone', { body: { ...body, password } });
    expect(await refusalOf(call(common(phone_number)))).toMatchObject(refused);
    expect((await call(PASSWORD)).auth.created).toBe(true);
  });

  test('is refused in every change, which changes nothing', async () => {
    const { phone, access: token } = await context.register();
    const password = common(phone);
    const confirm_password = password;
    await context.call('sendUpdatePasswordCaptcha', { token, body: { phone_number: phone, pid } });
    const captcha = context.code(phone);
    await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
    const { ticket } = await context.call('checkResetPasswordCaptcha', {
      body: { phone_number: phone, captcha: context.code(phone) },
    });
    const changes = [
      () =>
        context.call('changePassword', {
          token,
          body: { old_password: PASSWORD, password, confirm_password },
        }),
      () =>
        context.call('changePasswordByPhone', { token, body: { phone_number: phone, captcha, password } }),
      () => context.call('resetPassword', { body: { ticket, password, confirm_password } }),
    ];
    for (const change of changes) expect(await refusalOf(change())).toMatchObject(refused);
    expect((await login(phone, PASSWORD)).auth.created).toBe(false);
    // The ticket and the code are still good.
    const better = { password: 'Better-2', confirm_password: 'Better-2' };
    await context.call('resetPassword', { body: { ticket, ...better } });
    expect((await login(phone, 'Better-2')).auth.created).toBe(false);
  });

  test('is refused as the first password', async () => {
    const phone = newPhone();
    await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid } });
    const { auth } = await context.call('loginSilently', {
      body: { phone_number: phone, captcha: context.code(phone), pid },
    });
    const password = common(phone);
    const body = { password, confirm_password: password };
    const call = context.call('initPassword', { token: auth.token.access.token, body });
    expect(await refusalOf(call)).toMatchObject(refused);
  });
});

test('an e-mail address as the password is refused at registration by e-mail', async () => {
  const email = 'chen.bo@example.com';
  await context.call('sendEmailCaptcha', { body: { email } });
  const { captchaTicket } = await context.call('checkEmailCaptcha', {
    body: { email, captcha: context.code(email) },
  });
  const call = (password: string) =>
    context.call('registerByEmail', { body: { captchaTicket, password, rePassword: password, pid } });
  expect(await refusalOf(call('chen.bo2026'))).toMatchObject(refused);
  expect((await call(PASSWORD)).auth.created).toBe(true);
});

test('with a wrong old password the new one is not judged', async () => {
  const { phone, access: token } = await context.register();
  const body = { old_password: 'Wrong-1', password: phone, confirm_password: phone };
  expect(await refusalOf(context.call('changePassword', { token, body }))).toMatchObject({
    refusal: 'WrongOldPassword',
  });
});

test('an account with a common password can sign in, and privacy reports it until it is changed', async () => {
  const { id, phone, access } = await context.register();
  const isCommon = async (token: string) => (await context.call('getPrivacy', { token })).password_too_common;
  expect(await isCommon(access)).toBe(false);
  await context.database.db
    .updateTable('accounts')
    .set({ password_hash: await argon2.hash('abc123456') })
    .where('id', '=', id)
    .execute();
  const { auth } = await login(phone, 'abc123456');
  const token = auth.token.access.token;
  expect(await isCommon(token)).toBe(true);
  await context.call('changePassword', {
    token,
    body: { old_password: 'abc123456', password: PASSWORD, confirm_password: PASSWORD },
  });
  expect(await isCommon((await login(phone, PASSWORD)).auth.token.access.token)).toBe(false);
});
