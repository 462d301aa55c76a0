import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validRequests, NEW_PASSWORD } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../testing/http.ts';
import { PASSWORD, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());
const pid = PID;

/** Each way to change a password, of a member. */
const ways: Record<string, (person: Person) => Promise<unknown>> = {
  'by the old one': ({ access }) =>
    context.call('changePassword', {
      token: access,
      body: { old_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
    }),
  'by phone': async ({ access, phone }) => {
    await context.call('sendUpdatePasswordCaptcha', { token: access, body: { phone_number: phone, pid } });
    const body = { phone_number: phone, captcha: context.code(phone), password: NEW_PASSWORD };
    return context.call('changePasswordByPhone', { token: access, body });
  },
  'by a reset': async ({ phone }) => {
    await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
    const { ticket } = await context.call('checkResetPasswordCaptcha', {
      body: { phone_number: phone, captcha: context.code(phone) },
    });
    const body = { ticket, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    return context.call('resetPassword', { body });
  },
};

describe.each(Object.entries(ways))(
  'a change %s [7.resetPassword 7.changePassword 7.changePasswordByPhone]',
  (_, change) => {
    test('ends every session, and only the new password signs in', async () => {
      const person = await context.member();
      const { auth } = await context.signIn(person.phone);
      await change(person);
      for (const token of [person.access, auth.token.access.token]) {
        expect(await refusalOf(context.call('getProfile', { token }))).toMatchObject({
          refusal: 'TokenInvalid',
        });
      }
      for (const refresh_token of [person.refresh, auth.token.refresh.token]) {
        expect(await refusalOf(context.call('refreshTokens', { body: { refresh_token } }))).toMatchObject({
          refusal: 'RefreshTokenInvalid',
        });
      }
      expect(await refusalOf(context.signIn(person.phone))).toMatchObject({ refusal: 'WrongCredentials' });
      expect((await context.signIn(person.phone, NEW_PASSWORD)).auth.account_id).toBe(person.id);
    });

    test('ends the sessions that are begun with the old password at the same time', async () => {
      const person = await context.member();
      const entering = Array.from({ length: 4 }, () => context.signIn(person.phone));
      const [, ...entered] = await Promise.allSettled([change(person), ...entering]);
      for (const one of entered) {
        if (one.status === 'rejected') continue;
        const token = one.value.auth.token.access.token;
        expect(await refusalOf(context.call('getProfile', { token }))).toMatchObject({
          refusal: 'TokenInvalid',
        });
      }
      expect((await context.signIn(person.phone, NEW_PASSWORD)).auth.account_id).toBe(person.id);
    });
  },
);

test('the first password ends no session [7.initPassword]', async () => {
  const { access, phone } = await context.member();
  expect(await context.call('getPrivacy', { token: access })).toMatchObject({ has_password: true });
  expect((await context.signIn(phone)).auth.created).toBe(false);
});

test('a reset ticket works once, for ten minutes [7.resetPassword]', async () => {
  const request = await validRequests(context).resetPassword();
  await context.call('resetPassword', request);
  expect(await refusalOf(context.call('resetPassword', request))).toMatchObject({ refusal: 'WrongTicket' });
  const late = await validRequests(context).resetPassword();
  context.server.now.move(10 * 60_000);
  expect(await refusalOf(context.call('resetPassword', late))).toMatchObject({ refusal: 'WrongTicket' });
});

test('wrong old passwords delay the change, not the sign-in [7.changePassword]', async () => {
  const { access, phone } = await context.member();
  const body = { old_password: 'Wrong-1', password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  for (let n = 0; n < 5; n += 1) await refusalOf(context.call('changePassword', { token: access, body }));
  expect(await refusalOf(context.call('changePassword', { token: access, body }))).toMatchObject({
    refusal: 'TooManyAttempts',
  });
  expect((await context.signIn(phone)).auth.created).toBe(false);
});
