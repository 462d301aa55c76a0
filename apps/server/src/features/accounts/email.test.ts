import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, PID, refusalOf } from './testing.ts';
import { newEmail, stepsOf } from './testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from './testing/http.ts';

let room: HttpAccounts;
beforeAll(async () => {
  room = await httpAccounts();
});
afterAll(() => room?.close());
const pid = PID;

test('an account of an address, which signs in in any case and is shown masked', async () => {
  const { id, email, access } = await stepsOf(room).mailed();
  expect(room.server.development?.list(email)[0]).toMatchObject({ channel: 'email', purpose: 'email' });
  const identity = ` ${email.toUpperCase()} `;
  const { auth } = await room.call('loginByAccount', { body: { identity, password: PASSWORD, pid } });
  expect(auth).toMatchObject({ account_id: id, created: false });
  const privacy = await room.call('getPrivacy', { token: access });
  expect(privacy).toMatchObject({ phone_number: null, has_password: true, username: null });
  expect(privacy.email).toMatch(/\*.*@school\.example$/);
  // Nothing was agreed to: all that needs a signature is asked for.
  const query = { pid };
  expect(await room.call('getUnsignedAgreements', { token: access, query })).toEqual(
    await room.call('getAgreements', { query }),
  );
});

test('the ticket is good for ten minutes, and no other ticket stands in for it', async () => {
  const email = newEmail();
  await room.call('sendEmailCaptcha', { body: { email } });
  const { captchaTicket } = await room.call('checkEmailCaptcha', {
    body: { email, captcha: room.code(email) },
  });
  const { phone } = await room.visitor();
  await room.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
  const { ticket } = await room.call('checkResetPasswordCaptcha', {
    body: { phone_number: phone, captcha: room.code(phone) },
  });
  const register = (given: string) =>
    room.call('registerByEmail', {
      body: { captchaTicket: given, password: PASSWORD, rePassword: PASSWORD, pid },
    });
  expect(await refusalOf(register(ticket))).toMatchObject({ refusal: 'WrongTicket' });
  room.server.now.move(10 * 60_000);
  expect(await refusalOf(register(captchaTicket))).toMatchObject({ refusal: 'WrongTicket' });
});

test('a code for an address is none for a number, and one purpose is none for another', async () => {
  const { phone } = await room.visitor();
  await room.call('sendCommonCaptcha', { body: { phone_number: phone, pid } });
  const body = { phone_number: phone, captcha: room.code(phone) };
  expect(await refusalOf(room.call('checkResetPasswordCaptcha', { body }))).toMatchObject({
    refusal: 'CaptchaMismatch',
  });
  expect(await room.call('checkCommonCaptcha', { body })).toEqual({ ticket: expect.any(String) });
});
