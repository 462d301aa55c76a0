import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, PID, refusalOf } from './testing.ts';
import { newEmail, stepsOf } from './testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from './testing/http.ts';

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
  const { auth } = await context.call('loginByAccount', { body: { identity, password: PASSWORD, pid } });
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
